/** A contact card. */
export interface Card {
  name: string
  /** Digits with country code, or empty; masked if the company hides numbers. */
  number: string
}

/** A vCard. With the `waid` a phone can open a chat with that person. `others`: further lines, as they stand in it. */
export function vCardOf({ name, number, others = [] }: Card & { others?: readonly string[] }): string {
  const written = escapedOfCard(name)
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${written};;;`,
    `FN:${written}`,
    ...(number === '' ? [] : [`TEL;type=CELL;type=VOICE;waid=${number}:+${number}`]),
    ...others,
    'END:VCARD',
  ].join('\n')
}

/** A text as a value of a vCard. */
export const escapedOfCard = (text: string): string => text.replace(/[\\,;]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** The text of each card in a body. */
export const vCardsIn = (body: string): string[] =>
  body.split(/(?<=^END:VCARD)\s*/im).filter((text) => /^\s*BEGIN:VCARD/im.test(text))

/** The people of the vCards in a body. Only names and digits are read, because the text is untrusted (S43). */
export const cardsOf = (body: string): Card[] => vCardsIn(body.slice(0, longest)).map(cardOf)

const longest = 20_000

const linesOf = (vCard: string): string[] => vCard.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)

/** What stands in a card beside its first name and number. */
export type CardField = 'TEL' | 'EMAIL' | 'ORG' | 'TITLE' | 'ADR' | 'URL' | 'BDAY'

/** All values of a field of a card, each in its parts, as plain text. */
export const valuesIn = (vCard: string, field: CardField): string[][] =>
  linesOf(vCard.slice(0, longest)).flatMap((line) => {
    if (!new RegExp(`^(item\\d+\\.)?${field}[;:]`, 'i').test(line)) return []
    const parts = line.replace(/^[^:]*:/, '').split(/(?<!\\);/)
    return parts.some((part) => part.trim() !== '') ? [parts.map((part) => plain(part).trim())] : []
  })

/** The person of one vCard. */
export function cardOf(vCard: string): Card {
  const lines = linesOf(vCard.slice(0, longest))
  const value = (name: string) =>
    lines.find((line) => new RegExp(`^(item\\d+\\.)?${name}[;:]`, 'i').test(line))?.replace(/^[^:]*:/, '') ?? ''
  const phone = lines.find((line) => /^(item\d+\.)?TEL[;:]/i.test(line)) ?? ''
  const number =
    /waid=([\d*]{5,20})/i.exec(phone)?.[1] ??
    phone
      .replace(/^[^:]*:/, '')
      .replace(/[^\d*]/g, '')
      .slice(0, 20)
  const parts = value('N')
    .split(/(?<!\\);/)
    .filter(Boolean)
  return { name: plain(value('FN') || parts.toReversed().join(' ')).slice(0, 100), number }
}

const plain = (text: string) => text.replace(/\\n/gi, ' ').replace(/\\([\\,;:])/g, '$1')
