import type { Inbound } from '@guiche/channel'
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { plainId } from './message-id.ts'

const acks: Record<string, 2 | 3 | 4> = { '': 2, inactive: 2, read: 3, played: 4 }

/**
 * How far our messages have come. A receipt may come from either address of a person and from any of their devices, so
 * it counts by its id alone; receipts of our own other devices say nothing.
 */
export function receiptToInbound(stanza: BinaryNode): Inbound[] {
  const { id, type = '', recipient } = stanza.attrs
  const ack = Object.hasOwn(acks, type) ? acks[type] : undefined
  if (!ack || recipient !== undefined) return []
  const items = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'list'), 'item').map((item) => item.attrs['id'])
  const ids = [id, ...items].flatMap((one) => plainId(one) ?? [])
  return ids.map((externalId) => ({ kind: 'ack', externalId, ack }))
}
