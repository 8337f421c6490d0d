import type { Inbound } from '@guiche/channel'
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { plainId } from './message-id.ts'

const acks: Record<string, 2 | 3 | 4> = { '': 2, inactive: 2, read: 3, played: 4 }

/**
 * The delivery status of our messages. Receipts can come from either address and any device of a person, so only the
 * message id counts. Receipts of our own other devices are ignored.
 */
export function receiptToInbound(stanza: BinaryNode): Inbound[] {
  const { id, type = '', recipient } = stanza.attrs
  const ack = Object.hasOwn(acks, type) ? acks[type] : undefined
  if (!ack || recipient !== undefined) return []
  const items = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'list'), 'item').map((item) => item.attrs['id'])
  const ids = [id, ...items].flatMap((one) => plainId(one) ?? [])
  return ids.map((externalId) => ({ kind: 'ack', externalId, ack }))
}
