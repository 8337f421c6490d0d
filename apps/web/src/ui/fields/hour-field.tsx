import '@mantine/dates/styles.css'
import { TimePicker } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './hour-field.module.css'

interface Props {
  value: string
  onChange: (hour: string) => void
  label?: string
  /** For who hears it, where no label stands beside it. */
  name?: string
  error?: ReactNode
  /** Minutes that one press of an arrow goes on. */
  step?: number
  clearable?: boolean
  size?: 'xs' | 'sm'
  onBlur?: () => void
}

/** A time of day as HH:MM, typed, or stepped with the arrow keys. */
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
