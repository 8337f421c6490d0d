import { csvLine } from '@guiche/contract'

/** Spreadsheet programs recognise UTF-8 by it. */
const mark = '\uFEFF'

/** A table as a file with separated values. */
export const csvFile = (lines: readonly (readonly string[])[]): Blob => csvFileOf(lines.map((cells) => csvLine(cells)))

/** The same from lines that are written already. */
export const csvFileOf = (lines: readonly string[]): Blob =>
  new Blob([mark, ...lines], { type: 'text/csv;charset=utf-8' })
