import {
  ContactBody,
  type SheetField,
  type SheetProblem,
  TagBody,
  cleanLine,
  limits,
  readNumber,
} from '@guiche/contract'
import type { WaitingRow } from './sheets.repository.ts'

export interface ParsedRow {
  line: number
  name: string
  /** Digits with the country code. */
  number: string
  email: string
  tags: string[]
  extra: { name: string; value: string }[]
}

interface Columns {
  titles: readonly string[]
  fields: readonly SheetField[]
}

/** In numbers and letters: as in the form of a contact. */
const most = { extras: 50, tags: 20, extraName: 100, extraValue: 1000 }

/** The contact in a row, by the rules of the form, or the first thing that is wrong with it. */
export function parseRow({ line, cells }: WaitingRow, { titles, fields }: Columns): ParsedRow | SheetProblem {
  const cellsOf = (wanted: SheetField) =>
    fields.flatMap((field, index) => (field === wanted && cells[index] ? [{ text: cells[index], index }] : []))
  const textOf = (wanted: SheetField) => cellsOf(wanted)[0]?.text ?? ''
  const problem = (field: SheetProblem['field'], rule: SheetProblem['rule'], text: string): SheetProblem => ({
    line,
    field,
    rule,
    text: text.slice(0, 100),
  })

  const written = { name: cleanLine(textOf('name')), number: textOf('number'), email: textOf('email') }
  const read = readNumber(written.number)
  if ('problem' in read) return problem('number', read.problem, written.number)
  const { number } = read
  // A contact without a name is called by its number, as one that writes to us is.
  const name = ContactBody.shape.name.safeParse(written.name || number)
  if (!name.success) return problem('name', ruleOf(name.error.issues[0]?.message), written.name)
  const email = ContactBody.shape.email.safeParse(written.email)
  if (!email.success) return problem('email', ruleOf(email.error.issues[0]?.message), written.email)

  const tags = [...new Set(splitAt(textOf('tags'), /[,;\n]/))]
  const wrongTag = tags.find((tag) => !TagBody.shape.name.safeParse(tag).success)
  if (wrongTag !== undefined) return problem('tags', 'invalid', wrongTag)
  if (tags.length > most.tags) return problem('tags', 'tooMany', textOf('tags'))

  const extra = [
    ...cellsOf('extra').map(({ text, index }) => ({ name: cleanLine(titles[index] ?? ''), value: text })),
    ...cellsOf('extras').flatMap(({ text }) => splitAt(text, /\n/).map(namedValue)),
  ].filter(({ name: label }) => label !== '')
  const long = extra.find(({ name: label, value }) => label.length > most.extraName || value.length > most.extraValue)
  if (long) return problem('extra', 'tooLong', long.value)
  if (extra.length > most.extras) return problem('extra', 'tooMany', '')
  return { line, name: written.name && name.data, number, email: email.data, tags, extra: onePerName(extra) }
}

export const isProblem = (row: ParsedRow | SheetProblem): row is SheetProblem => 'rule' in row
export const isParsed = (row: ParsedRow | SheetProblem): row is ParsedRow => !isProblem(row)

/** Each column may hold one thing. */
export const areColumns = (titles: readonly string[], fields: readonly SheetField[]): boolean =>
  fields.length === titles.length &&
  fields.length <= limits.sheetColumns &&
  fields.filter((field) => field === 'number').length === 1 &&
  (['name', 'email', 'tags', 'extras'] as const).every((one) => fields.filter((field) => field === one).length <= 1)

const splitAt = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => cleanLine(part))
    .filter((part) => part !== '')

/** `CPF: 123`; a line without a colon is a value without a name. */
function namedValue(text: string): { name: string; value: string } {
  const colon = text.indexOf(':')
  return colon < 0
    ? { name: '', value: text }
    : { name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() }
}

const onePerName = (extra: ParsedRow['extra']) => [...new Map(extra.map((one) => [one.name, one])).values()]

function ruleOf(message: string | undefined): SheetProblem['rule'] {
  return message === 'required' || message === 'tooShort' || message === 'tooLong' ? message : 'invalid'
}
