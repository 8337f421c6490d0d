import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { HourField } from './hour-field.tsx'
import type { DayHours } from './service-hours.ts'
import styles from './service-hours-field.module.css'

interface Props {
  /** Seven days, made by `sevenDays`. */
  value: DayHours[]
  /** Some of these days are only proposed, and not stored yet. */
  isProposed?: boolean
  onChange: (schedules: DayHours[]) => void
}

const shifts = [
  { name: 'shiftA', start: 'startTimeA', end: 'endTimeA' },
  { name: 'shiftB', start: 'startTimeB', end: 'endTimeB' },
] as const

/**
 * Service hours of a week with two shifts a day (docs/requirements/back-office.md, section 3). A day without shifts is
 * closed.
 */
export function ServiceHoursField({ value, isProposed = false, onChange }: Props) {
  const { t } = useTranslation()
  const change = (weekdayEn: string, hours: Partial<DayHours>) =>
    onChange(value.map((day) => (day.weekdayEn === weekdayEn ? { ...day, ...hours } : day)))

  return (
    <div className={styles.week}>
      <p className={styles.hint}>{t('hours.hint')}</p>
      {isProposed && (
        <Alert color="yellow" role="status" mb="sm">
          {t('hours.proposed')}
        </Alert>
      )}
      {value.map((day) => (
        <Day key={day.weekdayEn} day={day} onChange={(hours) => change(day.weekdayEn, hours)} />
      ))}
      <div>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange(likeTheFirst(value))}>
          {t('hours.copyFirst')}
        </Button>
      </div>
    </div>
  )
}

function Day({ day, onChange }: { day: DayHours; onChange: (hours: Partial<DayHours>) => void }) {
  const { t } = useTranslation()
  const weekday = t(`hours.days.${day.weekdayEn}`)
  const isClosed = shifts.every(({ start, end }) => day[start] === '' && day[end] === '')

  return (
    <fieldset className={styles.day}>
      <legend>{weekday}</legend>
      {shifts.map(({ name, start, end }) => (
        <div key={name} className={styles.shift}>
          <HourField
            size="xs"
            name={`${weekday}, ${t(`hours.${name}`)}, ${t('hours.from')}`}
            value={day[start]}
            onChange={(hour) => onChange({ [start]: hour })}
          />
          <span aria-hidden>–</span>
          <HourField
            size="xs"
            name={`${weekday}, ${t(`hours.${name}`)}, ${t('hours.to')}`}
            value={day[end]}
            onChange={(hour) => onChange({ [end]: hour })}
          />
        </div>
      ))}
      {isClosed ? (
        <span className={styles.closed}>{t('hours.closed')}</span>
      ) : (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(closed)}>
          {t('hours.close')}
        </Button>
      )}
    </fieldset>
  )
}

const closed = { startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' }

function likeTheFirst(days: DayHours[]): DayHours[] {
  const [first] = days
  if (!first) return days
  const { startTimeA, endTimeA, startTimeB, endTimeB } = first
  return days.map((day) => ({ ...day, startTimeA, endTimeA, startTimeB, endTimeB }))
}
