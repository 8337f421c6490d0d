/** The most characters that spreadsheet programs accept in a cell. */
const longestCell = 32_767

/** What programs take for the beginning of a formula, also in the wide letters of East Asian keyboards. */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * The text of a cell that no program takes for a formula (S49): an apostrophe before it, which is how people write such
 * texts into a sheet by hand. It also helps after the sheet was saved in another format.
 */
export const guarded = (text: string): string => (beginsFormula.test(text) ? `'${text}` : text).slice(0, longestCell)

/** The text as it was before it was guarded. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && beginsFormula.test(text.slice(1)) ? text.slice(1) : text

/** A line of a text with separated values. Every cell is quoted, so that texts may have separators and line breaks. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(';')}\r\n`
