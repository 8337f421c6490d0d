import { randomUUID } from 'node:crypto'
import type { Identity, Inbound } from '@guiche/channel'

export const phone = (value: string): Identity => ({ kind: 'phone', value })

let numbers = 61_000_000

/** A number that is unique in this test file. */
export const someNumber = (): string => `55119${(numbers += 1)}`

export const said = (
  from: Identity | string,
  body: string,
  more: Partial<Extract<Inbound, { kind: 'message' }>> = {},
): Extract<Inbound, { kind: 'message' }> => ({
  kind: 'message',
  externalId: randomUUID(),
  from: typeof from === 'string' ? phone(from) : from,
  name: 'Mariana',
  body,
  mediaType: 'conversation',
  ...more,
})
