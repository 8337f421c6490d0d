import { createHash } from 'node:crypto'

/** Matches ids of all known clients. A reference to a message is written by the sender and can be anything. */
const plain = /^[\w.:-]{1,128}$/

export const plainId = (id: string | null | undefined): string | undefined => (id && plain.test(id) ? id : undefined)

/** The id of an incoming message. An odd one is hashed, so that the message is stored and a second delivery recognized. */
export const idOfArrived = (id: string): string => plainId(id) ?? `odd-${createHash('sha256').update(id).digest('hex')}`
