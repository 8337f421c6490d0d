import { ActionIcon, Input } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HourField } from '../../ui/fields/hour-field.tsx'
import styles from './on-call.module.css'
import { type DayValues, weekdayKey } from './on-call-values.ts'

interface Props {
  days: DayValues[]
  /** Of the form, by path. */
  errors: Record<string, ReactNode>
  onChange: (days: DayValues[]) => void
}

/** Start and end of the shift of each weekday. */
export function ShiftFields({ days, errors, onChange }: Props) {
  const { t } = useTranslation()
  const change = (weekdayEn: string, times: Partial<DayValues>) =>
    onChange(days.map((day) => (day.weekdayEn === weekdayEn ? { ...day, ...times } : day)))

  return (
    <div className={styles.shifts} role="group" aria-label={t('on-call.shifts')}>
      <p className={styles.hint}>{t('on-call.shiftsHint')}</p>
      {days.map((day, index) => {
        const name = t(`hours.days.${weekdayKey(day.weekdayEn)}`)
        const isSet = day.startTime !== '' || day.endTime !== ''
        const isOvernight = day.startTime !== '' && day.endTime !== '' && day.endTime <= day.startTime
        return (
          <fieldset key={day.weekdayEn} className={styles.day}>
            <legend>{name}</legend>
            <HourField
              size="xs"
              name={`${name}, ${t('hours.from')}`}
              value={day.startTime}
              error={errors[`days.${index}.startTime`]}
              onChange={(startTime) => change(day.weekdayEn, { startTime })}
            />
            <span aria-hidden>–</span>
            <HourField
              size="xs"
              name={`${name}, ${t('hours.to')}`}
              value={day.endTime}
              error={errors[`days.${index}.endTime`]}
              onChange={(endTime) => change(day.weekdayEn, { endTime })}
            />
            {isSet ? (
              <ActionIcon
                size={28}
                aria-label={t('on-call.clearDay', { day: name })}
                onClick={() => change(day.weekdayEn, { startTime: '', endTime: '' })}
              >
                <IconX size={16} stroke={1.7} />
              </ActionIcon>
            ) : (
              <span />
            )}
            <span className={styles.hint}>{isOvernight && t('on-call.overnight')}</span>
          </fieldset>
        )
      })}
      {errors['days'] && <Input.Error role="alert">{errors['days']}</Input.Error>}
    </div>
  )
}
