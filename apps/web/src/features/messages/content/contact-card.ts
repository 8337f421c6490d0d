import { readable } from '../../../lib/text/plain-text.ts'

export interface Card {
  name: string
  /** Digits with country code, or empty. */
  number: string
}

/** The people of a vCard. Everything in it is the sender's word: names and digits are taken, nothing else (S43). */
export function cardsOf(body: string): Card[] {
  return body
    .slice(0, 20_000)
    .split(/END:VCARD/i)
    .filter((part) => /BEGIN:VCARD/i.test(part))
    .map(cardOf)
}

function cardOf(text: string): Card {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const value = (name: string) =>
    lines.find((line) => new RegExp(`^(item\\d+\\.)?${name}[;:]`, 'i').test(line))?.replace(/^[^:]*:/, '') ?? ''
  const phone = lines.find((line) => /^(item\d+\.)?TEL[;:]/i.test(line)) ?? ''
  const digits =
    /waid=(\d{5,20})/i.exec(phone)?.[1] ??
    phone
      .replace(/^[^:]*:/, '')
      .replace(/\D/g, '')
      .slice(0, 20)
  const name = readable(value('FN') || value('N').split(';').filter(Boolean).toReversed().join(' ')).slice(0, 100)
  return { name, number: digits }
}
