import { type BinaryNode, decodeMessageNode, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import type { Own } from './to-inbound.ts'

/** A part of the phone's past, as the phone announced it: packed, or with the place where it lies. */
export interface HistoryChunk {
  bytes: Uint8Array
  /** Whose past it is. */
  own: Own
  /** Whether this was all. Undefined: it says nothing about that. */
  isLast: boolean | undefined
}

const { HistorySyncType } = proto.Message
/** Those that tell in their progress when they end. */
const counted = new Set([HistorySyncType.RECENT, HistorySyncType.FULL])
const wanted = new Set([HistorySyncType.INITIAL_BOOTSTRAP, HistorySyncType.PUSH_NAME, ...counted])

/** The part of the past that a stanza announces, if any. Whoever writes may send one; only our own phone is believed. */
export function historyIn(stanza: BinaryNode, plaintext: Uint8Array, own: Own): HistoryChunk[] {
  const { attrs } = stanza
  if (attrs['category'] !== 'peer' || !decodeMessageNode(stanza, own.id, own.lid).fullMessage.key.fromMe) return []
  const { protocolMessage } = proto.Message.decode(unpadRandomMax16(plaintext))
  const notification = protocolMessage?.historySyncNotification
  const type = notification?.syncType
  if (!notification || type === null || type === undefined || !wanted.has(type)) return []
  const bytes = proto.Message.HistorySyncNotification.encode(notification).finish()
  return [{ bytes, own, isLast: counted.has(type) ? notification.progress === 100 : undefined }]
}
