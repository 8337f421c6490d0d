import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { Identity, PastChange, PastMessage } from '@guiche/channel'
import { proto } from '@whiskeysockets/baileys'
import type { HistoryChunk } from './history-chunk.ts'
import { identityOf } from '../inbound/jid.ts'
import type { MediaSource } from '../media/media-source.ts'
import { idOfArrived } from '../inbound/message-id.ts'
import { bodyOf, contentOf, doneAt, editIn } from '../inbound/message-content.ts'
import { type Own, authorIn, isSelf, placeOf } from '../inbound/to-inbound.ts'

/** What a phone remembers. */
export interface History {
  /** Of each chat the oldest first. */
  messages: PastMessage[]
  /** What was done to messages that are left, or were there. */
  changes: PastChange[]
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
  const chats = (conversations ?? []).map((chat) => toldIn(chat, own))
  return {
    messages: chats.flatMap(({ messages }) => messages),
    changes: chats.flatMap(({ changes }) => changes),
    names: (pushnames ?? []).flatMap(({ id, pushname }) => {
      const identity = identityOf(id)
      return identity && pushname ? [{ identity, name: pushname }] : []
    }),
  }
}

interface Told {
  messages: PastMessage[]
  changes: PastChange[]
}

function toldIn(chat: proto.IConversation, own: Own): Told {
  const identities = identitiesOf(chat)
  if (!identities || isSelf(identities, own)) return { messages: [], changes: [] }
  const entries = (chat.messages ?? []).flatMap(({ message }) => message ?? []).toReversed()
  const changes = entries.flatMap((entry) => safely(() => changesIn(chat, identities, entry)) ?? [])
  const messages = new Map<string, PastMessage>()
  for (const entry of entries) {
    const message = safely(() => pastMessage(chat, identities, entry))
    const before = message && messages.get(message.externalId)
    // The first is the message, as it was said; one more of it is a change of its words.
    if (message) messages.set(message.externalId, before ? { ...before, body: message.body } : message)
  }
  return { messages: [...messages.values()], changes }
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
  const edit = message ? editIn(message) : undefined
  const content = message && contentOf(edit?.content ?? message)
  const externalId = edit?.externalId ?? (key?.id ? idOfArrived(key.id) : undefined)
  const seconds = Number(messageTimestamp)
  if (!content || content.kind !== 'said' || !key || !externalId || !(seconds > 0 && seconds < 1e10)) return undefined
  const { kind: _, ...said } = content
  const isGroup = from.kind === 'group'
  const place = { ...placeIn(chat, key, participant), id: externalId }
  const ownName = chat.displayName ?? chat.name ?? ''
  return {
    kind: 'message',
    ...said,
    ...(said.media && { media: { ...said.media, source: { ...said.media.source, message: placeOf(place) } } }),
    externalId,
    from,
    ...(aliases.length > 0 && { aliases }),
    name: isGroup || key.fromMe ? ownName : pushName || ownName,
    sentAt: new Date(seconds * 1000).toISOString(),
    ack: ackOf(status),
    ...(key.fromMe ? { isEcho: true } : authorIn(place, pushName)),
    ...(isGroup && { isGroup }),
  }
}

const placeIn = (
  chat: proto.IConversation,
  key: proto.IMessageKey,
  participant: string | null | undefined,
): proto.IMessageKey => ({ ...key, remoteJid: chat.id ?? '', participant: key.participant ?? participant ?? null })

const { REVOKE, ADMIN_REVOKE } = proto.WebMessageInfo.StubType
const revoked = new Set([REVOKE, ADMIN_REVOKE])

/** What stands there as done to a message: by its author, but for reactions. */
function changesIn(
  chat: proto.IConversation,
  [from, ...aliases]: [Identity, ...Identity[]],
  entry: proto.IWebMessageInfo,
): PastChange[] {
  const { key, message, messageStubType, messageTimestamp, pushName, participant, reactions } = entry
  if (!key?.id) return []
  // What has no time of its own was done after that, and changes nothing that was done since.
  const { doneAt: saidAt = new Date(0).toISOString() } = doneAt(Number(messageTimestamp) * 1000)
  const edit = message ? editIn(message) : undefined
  const body = edit && bodyOf(edit.content)
  const externalId = edit?.externalId ?? idOfArrived(key.id)
  const of = { externalId, from, ...(aliases.length > 0 && { aliases }) }
  const byAuthor = key.fromMe ? { isEcho: true } : authorIn(placeIn(chat, key, participant), pushName)
  return [
    ...(revoked.has(messageStubType ?? 0) ? [{ kind: 'delete' as const, ...of, ...byAuthor }] : []),
    ...(body === undefined ? [] : [{ kind: 'edit' as const, ...of, ...byAuthor, body, doneAt: saidAt, ...edit?.done }]),
    ...(reactions ?? []).map((reaction) => ({
      kind: 'reaction' as const,
      ...of,
      ...(reaction.key?.fromMe ? { isEcho: true } : authorIn(placeIn(chat, reaction.key ?? {}, null), '')),
      emoji: reaction.text ?? '',
      doneAt: saidAt,
      ...doneAt(reaction.senderTimestampMs),
    })),
  ]
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
