import {
  ContactListItemBody,
  type ListSheetField,
  type ListSheetProblem,
  SheetRule,
  cleanLine,
  limits,
  readNumber,
} from '@guiche/contract'
import type { SheetRow } from '#platform/sheets/read-sheet'
import type { NewItem } from './tables/items.repository.ts'

export interface Columns {
  titles: readonly string[]
  fields: readonly ListSheetField[]
}

export type ReadRow = { item: NewItem } | { problem: ListSheetProblem }

/** The person in a row, by the rules of the form, or the first thing that is wrong with it. */
export function readRow({ line, cells }: SheetRow, { titles, fields }: Columns): ReadRow {
  const textOf = (wanted: ListSheetField) => cells[fields.indexOf(wanted)] ?? ''
  const problem = (
    field: ListSheetProblem['field'],
    rule: ListSheetProblem['rule'],
    text: string,
  ): { problem: ListSheetProblem } => ({ problem: { line, field, rule, text: text.slice(0, 100).toWellFormed() } })

  const written = { name: textOf('name'), number: textOf('number'), email: textOf('email').trim() }
  if (cleanLine(written.name) === '') return problem('name', 'required', '')
  const name = ContactListItemBody.shape.name.safeParse(written.name)
  if (!name.success) return problem('name', ruleOf(name.error.issues[0]?.message), written.name)
  const read = readNumber(written.number)
  if ('problem' in read) return problem('number', read.problem, written.number)
  const email = ContactListItemBody.shape.email.safeParse(written.email)
  if (!email.success) return problem('email', ruleOf(email.error.issues[0]?.message), written.email)

  const variables = new Map<string, string>()
  for (const [nth, field] of fields.entries()) {
    const [key, value] = [cleanLine(titles[nth] ?? ''), (cells[nth] ?? '').trim()]
    if (field !== 'variable' || key === '' || value === '') continue
    if (value.length > limits.variableText) return problem('variable', 'tooLong', key)
    if (!variables.has(key)) variables.set(key, value)
  }
  const item = { name: name.data, number: read.number, email: email.data, variables: Object.fromEntries(variables) }
  return { item }
}

/** Name and number are needed, and each is in one column. */
export const areColumns = (titles: readonly string[], fields: readonly ListSheetField[]): boolean =>
  fields.length === titles.length &&
  (['name', 'number'] as const).every((needed) => fields.includes(needed)) &&
  (['name', 'number', 'email'] as const).every((one) => fields.filter((field) => field === one).length <= 1)

const ruleOf = (message: string | undefined): SheetRule =>
  SheetRule.options.find((rule) => rule === message) ?? 'invalid'
