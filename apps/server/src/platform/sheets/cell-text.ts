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
