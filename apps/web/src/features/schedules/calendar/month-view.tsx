import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './calendar.module.css'
import type { DaysProps } from './calendar.tsx'
import { type Day, isSameMonth } from './days.ts'
import { Entry } from './entry.tsx'
import { useDayNames } from './use-day-names.ts'

/** More of a day are shown by its own view. */
const shown = 3

export function MonthView({ month, weeks, ...days }: DaysProps & { month: Day; weeks: Day[][] }) {
  const names = useDayNames()
  return (
    <table className={styles.month} aria-label={names.month(month)}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={names.long(day)}>
              {names.short(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell key={day} day={day} isOutside={!isSameMonth(day, month)} {...days} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({ day, isOutside, today, of, onOpen, onDay }: DaysProps & { day: Day; isOutside: boolean }) {
  const { t } = useTranslation()
  const names = useDayNames()
  const schedules = of(day)
  const rest = schedules.length - shown
  return (
    <td className={styles.cell} data-outside={isOutside}>
      <UnstyledButton
        className={styles.date}
        aria-label={t('schedules.calendar.openDay', { date: names.date(day), count: schedules.length })}
        aria-current={day === today ? 'date' : undefined}
        onClick={() => onDay(day)}
      >
        <span>{Number(day.slice(8))}</span>
        {schedules.length > 0 && <span className={styles.count}>{schedules.length}</span>}
      </UnstyledButton>
      <ul className={styles.entries}>
        {schedules.slice(0, shown).map((schedule) => (
          <li key={schedule.id}>
            <Entry schedule={schedule} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <UnstyledButton className={styles.more} onClick={() => onDay(day)}>
          {t('schedules.calendar.more', { count: rest })}
        </UnstyledButton>
      )}
    </td>
  )
}
