import '@mantine/dates/styles.css'
import { TimePicker } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './hour-field.module.css'

interface Props {
  value: string
  onChange: (hour: string) => void
  label?: string
  /** The accessible name, for a field without a visible label. */
  name?: string
  error?: ReactNode
  /** Minutes per arrow key press. */
  step?: number
  clearable?: boolean
  disabled?: boolean
  size?: 'xs' | 'sm'
  onBlur?: () => void
}

/** A field for a time of day (HH:MM), typed or changed with the arrow keys. */
export function HourField({ value, onChange, label, name = label, step = 10, size = 'sm', error, ...rest }: Props) {
  const { t } = useTranslation()
  return (
    <TimePicker
      size={size}
      label={label}
      value={value}
      error={error}
      minutesStep={step}
      classNames={{ field: styles.field }}
      hoursInputLabel={t('hours.hourOf', { name })}
      minutesInputLabel={t('hours.minuteOf', { name })}
      clearButtonProps={{ 'aria-label': t('hours.clear', { name }) }}
      {...rest}
      onChange={onChange}
    />
  )
}
