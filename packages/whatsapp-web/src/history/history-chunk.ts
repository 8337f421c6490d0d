import { type BinaryNode, decodeMessageNode, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import type { Own } from '../inbound/to-inbound.ts'

/** A part of the phone's past, as the phone announced it: packed, or with the place where it lies. */
export interface HistoryChunk {
  bytes: Uint8Array
  /** Whose past it is. */
  own: Own
  /** Whether this was all. Undefined: it says nothing about that. */
  isLast: boolean | undefined
  /** The phone was asked for it. */
  isAnswer: boolean
}

const { HistorySyncType } = proto.Message
/** Those that tell in their progress when they end. */
const counted = new Set([HistorySyncType.RECENT, HistorySyncType.FULL])
const { INITIAL_BOOTSTRAP, PUSH_NAME, ON_DEMAND } = HistorySyncType
const wanted = new Set([INITIAL_BOOTSTRAP, PUSH_NAME, ON_DEMAND, ...counted])

/** The part of the past that a stanza announces, if any. Whoever writes may send one; only our own phone is believed. */
export function historyIn(stanza: BinaryNode, plaintext: Uint8Array, own: Own): HistoryChunk[] {
  const { attrs } = stanza
  if (attrs['category'] !== 'peer' || !decodeMessageNode(stanza, own.id, own.lid).fullMessage.key.fromMe) return []
  const { protocolMessage } = proto.Message.decode(unpadRandomMax16(plaintext))
  const notification = protocolMessage?.historySyncNotification
  const type = notification?.syncType
  if (!notification || type === null || type === undefined || !wanted.has(type)) return []
  const bytes = proto.Message.HistorySyncNotification.encode(notification).finish()
  const isLast = counted.has(type) ? notification.progress === 100 : undefined
  return [{ bytes, own, isLast, isAnswer: type === ON_DEMAND }]
}
