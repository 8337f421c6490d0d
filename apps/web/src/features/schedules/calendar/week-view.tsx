import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './calendar.module.css'
import type { DaysProps } from './calendar.tsx'
import type { Day } from './days.ts'
import { Entry } from './entry.tsx'
import { useDayNames } from './use-day-names.ts'

export function WeekView({ week, today, of, onOpen, onDay }: DaysProps & { week: Day[] }) {
  const { t } = useTranslation()
  const names = useDayNames()
  return (
    <div className={styles.week}>
      {week.map((day) => {
        const schedules = of(day)
        return (
          <section key={day} className={styles.weekDay} aria-label={`${names.long(day)}, ${names.date(day)}`}>
            <UnstyledButton
              className={styles.weekDate}
              aria-label={t('schedules.calendar.openDay', { date: names.date(day), count: schedules.length })}
              aria-current={day === today ? 'date' : undefined}
              onClick={() => onDay(day)}
            >
              <span>{names.short(day)}</span>
              <b>{Number(day.slice(8))}</b>
            </UnstyledButton>
            <ul className={styles.entries}>
              {schedules.map((schedule) => (
                <li key={schedule.id}>
                  <Entry schedule={schedule} onOpen={onOpen} isWordy />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
