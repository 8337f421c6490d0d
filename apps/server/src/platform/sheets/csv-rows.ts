import { type SheetLimits, type SheetRow, SheetError, longestText } from './sheet-rows.ts'

/** The rows of a text with separated values. Its encoding and its separator are recognised. */
export function* csvRows(bytes: Uint8Array, limits: SheetLimits): Generator<SheetRow> {
  const text = textOf(bytes)
  const named = /^sep=(.)\r?\n/i.exec(text)
  const start = named?.[0].length ?? 0
  let count = 0
  let line = named ? 1 : 0
  for (const cells of recordsOf(text, start, named?.[1] ?? separatorOf(text))) {
    line += 1
    if (cells.every((cell) => cell === '')) continue
    if ((count += 1) > limits.rows) throw new SheetError('large')
    yield { line, cells: cells.slice(0, limits.columns) }
  }
}

/** Spreadsheet programs write UTF-8 or UTF-16 with a mark at the beginning, or the encoding of Western Windows. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  // Texts contain no NUL. Other kinds of files contain one near their beginning.
  if (bytes.subarray(0, 4096).includes(0)) throw new SheetError('type')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const first = text.slice(0, end < 0 ? 10_000 : Math.min(end, 10_000)).replace(/"[^"]*"/g, '')
  const countOf = (separator: string) => first.split(separator).length
  return [',', '\t'].reduce((best, other) => (countOf(other) > countOf(best) ? other : best), ';')
}

function* recordsOf(text: string, start: number, separator: string): Generator<string[]> {
  let cells: string[] = []
  let at = start
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedAt(text, at, separator) : plainAt(text, at, separator)
    cells.push(cell.text.trim().slice(0, longestText))
    at = cell.end
    if (text[at] === separator) {
      at += 1
      // A separator at the very end is followed by an empty cell.
      if (at === text.length) cells.push('')
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    yield cells
    cells = []
  }
  if (cells.length > 0) yield cells
}

function plainAt(text: string, from: number, separator: string): { text: string; end: number } {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(from, end), end }
}

/** Two quotes within quotes are one. What stands between the closing quote and the next separator belongs to the text. */
function quotedAt(text: string, from: number, separator: string): { text: string; end: number } {
  let found = ''
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { text: found + text.slice(at), end: text.length }
    found += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const rest = plainAt(text, quote + 1, separator)
      return { text: found + rest.text, end: rest.end }
    }
    found += '"'
    at = quote + 2
  }
}
