import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { writtenDay } from '../../../lib/format.ts'
import { languages, toLanguage } from '../../../lib/languages.ts'
import { type Day, dateOf } from './days.ts'

export interface DayNames {
  /** "seg." */
  short: (day: Day) => string
  /** "segunda-feira" */
  long: (day: Day) => string
  /** "novembro de 2026" */
  month: (day: Day) => string
  /** DD/MM/YYYY */
  date: (day: Day) => string
}

/** Names of days in the person's language. */
export function useDayNames(): DayNames {
  const { i18n } = useTranslation()
  const { tag } = languages[toLanguage(i18n.language) ?? 'pt']
  return useMemo(() => {
    const named = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options })
      return (day: Day) => format.format(dateOf(day))
    }
    return {
      short: named({ weekday: 'short' }),
      long: named({ weekday: 'long' }),
      month: named({ month: 'long', year: 'numeric' }),
      date: writtenDay,
    }
  }, [tag])
}
