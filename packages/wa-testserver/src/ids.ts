import { randomBytes, randomInt } from 'node:crypto'

let stanzas = 0

/** An id for a stanza that the server starts on its own. */
export function newStanzaId(): string {
  return `srv-${++stanzas}`
}

/** A message id as a phone makes them. */
export function newMessageId(): string {
  return `AC${randomBytes(15).toString('hex').toUpperCase()}`
}

/** A LID: the random number that WhatsApp uses in place of the phone number. */
export function newLid(): string {
  return String(randomInt(10 ** 13, 2 ** 47))
}

/** Now, in the seconds that WhatsApp counts in. */
export function nowSeconds(): number {
  return toSeconds(new Date())
}

export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
