import { randomBytes, randomInt } from 'node:crypto'

let stanzas = 0

/** An id for a stanza that the server starts on its own. */
export function newStanzaId(): string {
  return `srv-${++stanzas}`
}

/** A message id in the format of phones. */
export function newMessageId(): string {
  return `AC${randomBytes(15).toString('hex').toUpperCase()}`
}

/** A LID: the random number that WhatsApp uses instead of the phone number. */
export function newLid(): string {
  return String(randomInt(10 ** 13, 2 ** 47))
}

/** The current time in seconds, as in WhatsApp's protocol. */
export function nowSeconds(): number {
  return toSeconds(new Date())
}

export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
