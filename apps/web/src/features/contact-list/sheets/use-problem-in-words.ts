import type { SheetProblem } from '@guiche/contract'
import { useTranslation } from 'react-i18next'

/** What is wrong in which column, for `Problems`. */
export function useProblemInWords() {
  const { t } = useTranslation()
  return ({ line, field, rule, text }: SheetProblem) => ({
    line,
    what: `${t(`contact-list.import.fields.${field}`)}: ${t(`ui.sheets.rules.${rule}`)}`,
    text,
  })
}
