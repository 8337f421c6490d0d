import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { Identity, PastMessage } from '@guiche/channel'
import { proto } from '@whiskeysockets/baileys'
import type { HistoryChunk } from './history-chunk.ts'
import { identityOf } from './jid.ts'
import type { MediaSource } from './media-source.ts'
import { contentOf } from './message-content.ts'
import { type Own, authorIn, isSelf, placeOf } from './to-inbound.ts'

/** What a phone remembers. */
export interface History {
  /** Of each chat the oldest first. */
  messages: PastMessage[]
  /** How people call themselves. */
  names: { identity: Identity; name: string }[]
}

/** Of what is unpacked; a phone's parts are far smaller. */
const mostBytes = 256 * 1024 * 1024
const unpack = promisify(inflate)

/** Reads a part of the past that was kept; `open` fetches one that only says where it lies. */
export async function readHistory(
  { bytes, own }: Pick<HistoryChunk, 'bytes' | 'own'>,
  open: (source: MediaSource) => Promise<Readable>,
): Promise<History> {
  const notification = proto.Message.HistorySyncNotification.decode(bytes)
  const { initialHistBootstrapInlinePayload: inline } = notification
  const packed = inline?.length ? inline : await buffer(await open(sourceOf(notification)))
  return historyOf(proto.HistorySync.decode(await unpack(packed, { maxOutputLength: mostBytes })), own)
}

function sourceOf({ directPath, mediaKey, fileSha256 }: proto.Message.IHistorySyncNotification): MediaSource {
  if (!directPath || !mediaKey?.length) throw new Error('a part of the past is nowhere')
  const base64 = (value: Uint8Array) => Buffer.from(value).toString('base64')
  return { type: 'md-msg-hist', directPath, key: base64(mediaKey), sha256: fileSha256 ? base64(fileSha256) : null }
}

function historyOf({ conversations, pushnames }: proto.IHistorySync, own: Own): History {
  return {
    messages: (conversations ?? []).flatMap((chat) => messagesOf(chat, own)),
    names: (pushnames ?? []).flatMap(({ id, pushname }) => {
      const identity = identityOf(id)
      return identity && pushname ? [{ identity, name: pushname }] : []
    }),
  }
}

function messagesOf(chat: proto.IConversation, own: Own): PastMessage[] {
  const identities = identitiesOf(chat)
  if (!identities || isSelf(identities, own)) return []
  return (chat.messages ?? [])
    .flatMap(({ message }) => (message ? (safely(() => pastMessage(chat, identities, message)) ?? []) : []))
    .toReversed()
}

/** A number says more than an opaque id, and comes first. */
function identitiesOf({ id, pnJid, lidJid }: proto.IConversation): [Identity, ...Identity[]] | undefined {
  const own = identityOf(id)
  if (!own || own.kind === 'group') return own && [own]
  const all = [identityOf(pnJid), identityOf(lidJid), own]
  const known = (['phone', 'lid'] as const).flatMap((kind) => all.find((one) => one?.kind === kind) ?? [])
  const [first = own, ...others] = known
  return [first, ...others]
}

function pastMessage(
  chat: proto.IConversation,
  [from, ...aliases]: [Identity, ...Identity[]],
  { key, message, messageTimestamp, pushName, status, participant }: proto.IWebMessageInfo,
): PastMessage | undefined {
  const content = message && contentOf(message)
  const seconds = Number(messageTimestamp)
  if (!content || content.kind !== 'said' || !key?.id || !(seconds > 0 && seconds < 1e10)) return undefined
  const { kind: _, ...said } = content
  const isGroup = from.kind === 'group'
  const place = { ...key, remoteJid: chat.id ?? '', participant: key.participant ?? participant ?? null }
  const ownName = chat.displayName ?? chat.name ?? ''
  return {
    kind: 'message',
    ...said,
    ...(said.media && { media: { ...said.media, source: { ...said.media.source, message: placeOf(place) } } }),
    externalId: key.id,
    from,
    ...(aliases.length > 0 && { aliases }),
    name: isGroup || key.fromMe ? ownName : pushName || ownName,
    sentAt: new Date(seconds * 1000).toISOString(),
    ack: ackOf(status),
    ...(key.fromMe ? { isEcho: true } : authorIn(place, pushName)),
    ...(isGroup && { isGroup }),
  }
}

/** The protocol counts from "pending" on. One that the phone still remembers has been sent. */
function ackOf(status: proto.WebMessageInfo.Status | null | undefined): PastMessage['ack'] {
  return ([1, 2, 3, 4] as const).find((ack) => ack === (status ?? 0) - 1) ?? 1
}

/** One message that cannot be read takes no other with it (security S78). */
function safely<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
