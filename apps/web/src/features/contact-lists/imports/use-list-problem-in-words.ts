import type { ListSheetProblem } from '@guiche/contract'
import { useTranslation } from 'react-i18next'

/** What is wrong in which column, for `Problems`. */
export function useListProblemInWords() {
  const { t } = useTranslation()
  return ({ line, field, rule, text }: ListSheetProblem) => ({
    line,
    what: `${t(`contact-lists.import.fields.${field}`)}: ${t(`ui.sheets.rules.${rule}`)}`,
    text,
  })
}
