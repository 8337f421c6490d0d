import { randomUUID } from 'node:crypto'
import type { Identity, Inbound } from '../src/channels/channel.ts'

export const phone = (value: string): Identity => ({ kind: 'phone', value })

/** A number that nobody else in the run has. */
export const someNumber = (): string => `55119${String(Math.floor(60_000_000 + Math.random() * 39_999_999))}`

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
