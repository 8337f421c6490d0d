import { useTranslation } from 'react-i18next'

const [minute, hour] = [60, 3600]

/** A time as "00h 18m". Less than half a minute is no minute. */
export function useHours(): (seconds: number) => string {
  const { t } = useTranslation()
  return (seconds) => {
    const whole = Math.round(seconds / minute) * minute
    return t('ui.hours', { hours: padded(Math.floor(whole / hour)), minutes: padded((whole % hour) / minute) })
  }
}

const padded = (value: number) => String(value).padStart(2, '0')
