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

/** Characters that XML does not allow. */
// oxlint-disable-next-line no-control-regex -- matches the characters to remove
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** `_x000D_` in a workbook stands for the character 000D, so a text that looks like that is written with one more. */
export const asXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(notInXml, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (letter) => entities[letter] ?? '')

/** Reads such characters back. */
export const withoutCodes = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
