import { guarded } from './cell-text.ts'

/** Spreadsheet programs recognise UTF-8 by it. */
const mark = '\uFEFF'

/** A text with separated values, made while it is sent. No program takes a cell of it for a formula (S49). */
export async function* csvOf(titles: readonly string[], batches: AsyncIterable<string[][]>): AsyncGenerator<Buffer> {
  yield Buffer.from(mark + lineOf(titles))
  for await (const rows of batches) yield Buffer.from(rows.map(lineOf).join(''))
}

/** Every cell is quoted, so that texts may have separators and line breaks. */
const lineOf = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(';')}\r\n`
