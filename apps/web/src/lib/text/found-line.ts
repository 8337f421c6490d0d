import type { FoundText } from '@guiche/contract'
import type { TFunction } from 'i18next'
import { summaryOf } from './summary.ts'
import { readable } from './plain-text.ts'

/** What a search has found, as one line: who wrote it, unless it was the contact, and the text or the file's name. */
export function foundLine(found: FoundText, t: TFunction): string {
  const said = saidIn(found) || t('search.noText')
  return found.author === null ? said : `${found.author}: ${said}`
}

function saidIn({ excerpt, fileName }: FoundText): string {
  const text = summaryOf(excerpt)
  const name = readable(fileName ?? '')
  return [name, text].filter(Boolean).join(' · ')
}
