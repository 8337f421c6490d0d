import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { History, Identity, PastChange, PastMessage } from '@guiche/channel'
import { proto } from '@whiskeysockets/baileys'
import type { HistoryChunk } from './history-chunk.ts'
import { identityOf } from '../inbound/jid.ts'
import type { MediaSource } from '../media/media-source.ts'
import { idOfArrived } from '../inbound/message-id.ts'
import { bodyOf, contentOf, doneAt, editIn } from '../inbound/message-content.ts'
import { type Own, authorIn, isSelf, messageKeyOf } from '../inbound/to-inbound.ts'

/** Limit after decompression; real chunks are far smaller. */
const maxBytes = 256 * 1024 * 1024
const unpack = promisify(inflate)

/** Reads a stored chunk. `open` fetches the file if it is not inline. */
export async function readHistory(
  { bytes, own }: Pick<HistoryChunk, 'bytes' | 'own'>,
  open: (source: MediaSource) => Promise<Readable>,
): Promise<History> {
  const notification = proto.Message.HistorySyncNotification.decode(bytes)
  const { initialHistBootstrapInlinePayload: inline } = notification
  const packed = inline?.length ? inline : await buffer(await open(sourceOf(notification)))
  return historyOf(proto.HistorySync.decode(await unpack(packed, { maxOutputLength: maxBytes })), own)
}

function sourceOf({ directPath, mediaKey, fileSha256 }: proto.Message.IHistorySyncNotification): MediaSource {
  if (!directPath || !mediaKey?.length) throw new Error('a history chunk has neither content nor a file')
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
    // The first entry is the message; a further one with the same id is an edit.
    if (message) messages.set(message.externalId, before ? { ...before, body: message.body } : message)
  }
  return { messages: [...messages.values()], changes }
}

/** The phone number comes before the LID. */
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
  const fullKey = { ...keyIn(chat, key, participant), id: externalId }
  const ownName = chat.displayName ?? chat.name ?? ''
  return {
    kind: 'message',
    ...said,
    ...(said.media && { media: { ...said.media, source: { ...said.media.source, message: messageKeyOf(fullKey) } } }),
    externalId,
    from,
    ...(aliases.length > 0 && { aliases }),
    name: isGroup || key.fromMe ? ownName : pushName || ownName,
    sentAt: new Date(seconds * 1000).toISOString(),
    ack: ackOf(status),
    ...(key.fromMe ? { isEcho: true } : authorIn(fullKey, pushName)),
    ...(isGroup && { isGroup }),
  }
}

const keyIn = (
  chat: proto.IConversation,
  key: proto.IMessageKey,
  participant: string | null | undefined,
): proto.IMessageKey => ({ ...key, remoteJid: chat.id ?? '', participant: key.participant ?? participant ?? null })

const { REVOKE, ADMIN_REVOKE } = proto.WebMessageInfo.StubType
const revoked = new Set([REVOKE, ADMIN_REVOKE])

/** The changes in an entry. Edits and deletions are by the author of the message. */
function changesIn(
  chat: proto.IConversation,
  [from, ...aliases]: [Identity, ...Identity[]],
  entry: proto.IWebMessageInfo,
): PastChange[] {
  const { key, message, messageStubType, messageTimestamp, pushName, participant, reactions } = entry
  if (!key?.id) return []
  // A change without its own time gets that of the message, so that it does not override later changes.
  const { doneAt: saidAt = new Date(0).toISOString() } = doneAt(Number(messageTimestamp) * 1000)
  const edit = message ? editIn(message) : undefined
  const body = edit && bodyOf(edit.content)
  const externalId = edit?.externalId ?? idOfArrived(key.id)
  const of = { externalId, from, ...(aliases.length > 0 && { aliases }) }
  const byAuthor = key.fromMe ? { isEcho: true } : authorIn(keyIn(chat, key, participant), pushName)
  return [
    ...(revoked.has(messageStubType ?? 0) ? [{ kind: 'delete' as const, ...of, ...byAuthor }] : []),
    ...(body === undefined ? [] : [{ kind: 'edit' as const, ...of, ...byAuthor, body, doneAt: saidAt, ...edit?.done }]),
    ...(reactions ?? []).map((reaction) => ({
      kind: 'reaction' as const,
      ...of,
      ...(reaction.key?.fromMe ? { isEcho: true } : authorIn(keyIn(chat, reaction.key ?? {}, null), '')),
      emoji: reaction.text ?? '',
      doneAt: saidAt,
      ...doneAt(reaction.senderTimestampMs),
    })),
  ]
}

/**
 * The protocol's status is one higher, because it starts with "pending". A message in the history was at least sent.
 */
function ackOf(status: proto.WebMessageInfo.Status | null | undefined): PastMessage['ack'] {
  return ([1, 2, 3, 4] as const).find((ack) => ack === (status ?? 0) - 1) ?? 1
}

/** A message that cannot be read must not prevent reading the others (security S78). */
function safely<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
