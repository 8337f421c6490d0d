/** A contact card. */
export interface Card {
  name: string
  /** Digits with country code, or empty; masked if the company hides numbers. */
  number: string
}

/** A vCard. With the `waid` a phone can open a chat with that person. */
export function vCardOf({ name, number }: Card): string {
  const written = name.replace(/[\\,;]/g, '\\$&').replace(/\r?\n/g, '\\n')
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${written};;;`,
    `FN:${written}`,
    `TEL;type=CELL;type=VOICE;waid=${number}:+${number}`,
    'END:VCARD',
  ].join('\n')
}

/** The text of each card in a body. */
export const vCardsIn = (body: string): string[] =>
  body.split(/(?<=^END:VCARD)\s*/im).filter((text) => /^\s*BEGIN:VCARD/im.test(text))

/** The people of the vCards in a body. Only names and digits are read, because the text is untrusted (S43). */
export const cardsOf = (body: string): Card[] => vCardsIn(body.slice(0, longest)).map(cardOf)

const longest = 20_000

function cardOf(text: string): Card {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
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
