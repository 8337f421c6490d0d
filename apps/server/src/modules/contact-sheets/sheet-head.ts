import type { SheetField } from '@guiche/contract'
import { lettersOf } from '#platform/sheets/column-letters'
import type { SheetRow } from '#platform/sheets/read-sheet'
import { fieldsOf, guessedFields, looksLikeNumber } from './column-fields.ts'

/** What the columns of a sheet are called and hold. Without titles they are called by their letters. */
export function headOf(batch: readonly SheetRow[]): { titles: string[]; fields: SheetField[] } {
  const width = Math.max(...batch.map(({ cells }) => cells.length))
  const first = Array.from({ length: width }, (_cell, index) => batch[0]?.cells[index] ?? '')
  const letters = first.map((_cell, index) => lettersOf(index))
  if (!hasTitles(batch)) return { titles: letters, fields: guessedFields(first) }
  const titles = first.map((title, index) => title.slice(0, 100) || (letters[index] ?? ''))
  return { titles, fields: fieldsOf(titles) }
}

/** A first row with a number is a contact, and not the titles. */
export const hasTitles = ([first]: readonly SheetRow[]): boolean => !first?.cells.some(looksLikeNumber)
