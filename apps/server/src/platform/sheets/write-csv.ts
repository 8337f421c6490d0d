import { csvLine } from '@guiche/contract'

/** Spreadsheet programs recognise UTF-8 by it. */
const mark = '\uFEFF'

/** Separated values, made while they are read, so that their size does not matter. No cell is a formula (S49). */
export async function* csvOf(
  titles: readonly string[],
  rows: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(mark + csvLine(titles))
  for await (const part of rows) yield Buffer.from(part.map(csvLine).join(''))
}
