import { type BinaryNode, decodeMessageNode, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import type { Own } from '../inbound/to-inbound.ts'

/** A chunk of the phone's history, as the phone announced it: inline and compressed, or as a reference to a file. */
export interface HistoryChunk {
  bytes: Uint8Array
  /** The account that it belongs to. */
  own: Own
  /** Whether it is the last chunk. Undefined: it does not say. */
  isLast: boolean | undefined
  /** It answers a request. */
  isAnswer: boolean
}

const { HistorySyncType } = proto.Message
/** Types whose progress reaches 100 with the last chunk. */
const counted = new Set([HistorySyncType.RECENT, HistorySyncType.FULL])
const { INITIAL_BOOTSTRAP, PUSH_NAME, ON_DEMAND } = HistorySyncType
const wanted = new Set([INITIAL_BOOTSTRAP, PUSH_NAME, ON_DEMAND, ...counted])

/** The history chunk that a stanza announces, if any. Anybody can send one, so it counts only from our own phone. */
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
