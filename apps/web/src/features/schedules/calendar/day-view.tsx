import type { ScheduleView } from '@guiche/contract'
import { useFormat } from '../../../lib/format.ts'
import { ScheduleState } from '../schedule-status.tsx'
import styles from './calendar.module.css'
import type { DaysProps } from './calendar.tsx'
import { Entry } from './entry.tsx'

/** The messages of one day under the hours in which there are some. */
export function DayView({ schedules, onOpen }: Pick<DaysProps, 'onOpen'> & { schedules: ScheduleView[] }) {
  const format = useFormat()
  const byHour = Map.groupBy(schedules, ({ sendAt }) => format.time(sendAt).slice(0, 2))
  return (
    <ol className={styles.day}>
      {[...byHour].map(([hour, some]) => (
        <li key={hour} className={styles.hour}>
          <span className={styles.hourName} aria-hidden>
            {hour}:00
          </span>
          <ul className={styles.entries}>
            {some.map((schedule) => (
              <li key={schedule.id} className={styles.wide}>
                <Entry schedule={schedule} onOpen={onOpen} isWordy />
                <span className={styles.aside}>
                  <ScheduleState {...schedule} />
                  <span className="cut">{schedule.user.name}</span>
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
