import '@mantine/dates/styles.css'
import 'dayjs/locale/es'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/tr'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { firstWeekday, languages, toLanguage } from '../../lib/languages.ts'
import { typedDay } from './typed-day.ts'

interface Props {
  label: string
  /** The label is said, and not shown: something beside the field says what it is. */
  hidesLabel?: boolean
  /** YYYY-MM-DD */
  value: string | null
  onChange: (day: string | null) => void
  onBlur?: () => void
  description?: string
  error?: ReactNode
  minDate?: string | undefined
  withAsterisk?: boolean
  clearable?: boolean
  disabled?: boolean
  size?: 'xs' | 'sm'
}

/** A field for a day, typed as DD/MM/YYYY or chosen from a month. */
export function DateField({ label, hidesLabel = false, minDate, ...props }: Props) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language) ?? 'pt'
  return (
    <DateInput
      size="sm"
      dateParser={typedDay}
      valueFormat="DD/MM/YYYY"
      placeholder={t('ui.date.placeholder')}
      locale={languages[language].tag.toLowerCase()}
      firstDayOfWeek={firstWeekday[language]}
      leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden />}
      ariaLabels={{
        nextMonth: t('ui.date.nextMonth'),
        previousMonth: t('ui.date.previousMonth'),
        nextYear: t('ui.date.nextYear'),
        previousYear: t('ui.date.previousYear'),
        monthLevelControl: t('ui.date.chooseMonth'),
        yearLevelControl: t('ui.date.chooseYear'),
      }}
      clearButtonProps={{
        style: { minWidth: 24, minHeight: 24 },
        'aria-label': t('ui.date.clear', { name: label }),
      }}
      {...(hidesLabel ? { 'aria-label': label } : { label })}
      {...(minDate !== undefined && { minDate })}
      {...props}
    />
  )
}
