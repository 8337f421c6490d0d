/** A part of a text. `isValue`: it stands where a variable was. */
export interface TextPart {
  text: string
  isValue: boolean
}

/**
 * Splits a text at its variables such as `{{name}}` and fills them in (docs/requirements/service.md, section 4). There is
 * one pass, so inserted values are never expanded. Unknown names stay as they are (S45).
 */
export function partsOfText(text: string, values: ReadonlyMap<string, string>): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: written, 1: name = '', index } of text.matchAll(/\{\{\{?\s*([a-z_]{1,20})\s*\}?\}\}/gi)) {
    const value = values.get(name)
    if (value === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index), isValue: false })
    parts.push({ text: value, isValue: true })
    end = index + written.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isValue: false })
  return parts
}

export const fillIn = (text: string, values: ReadonlyMap<string, string>): string =>
  partsOfText(text, values)
    .map((part) => part.text)
    .join('')
