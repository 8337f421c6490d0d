import { createHash } from 'node:crypto'

/** As every client makes them. Where somebody names a message in what they write, they can write anything. */
const plain = /^[\w.:-]{1,128}$/

export const plainId = (id: string | null | undefined): string | undefined => (id && plain.test(id) ? id : undefined)

/** Of a message that comes: it is not lost for an id that nobody else would make, and a second delivery is known by it. */
export const idOfArrived = (id: string): string => plainId(id) ?? `odd-${createHash('sha256').update(id).digest('hex')}`
