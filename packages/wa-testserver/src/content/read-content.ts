import type { proto } from '@whiskeysockets/baileys'
import type { MediaKind } from '../crypto/media.ts'

export type MessageKind =
  | 'text'
  | 'image'
  | 'video'
  | 'audio'
  | 'document'
  | 'sticker'
  | 'location'
  | 'contact'
  | 'poll'
  | 'vote'
  | 'reaction'
  | 'edit'
  | 'delete'
  | 'protocol'
  | 'other'

/** A reference to a file on the media host, as message content carries it. */
export interface MediaReference {
  kind: MediaKind
  directPath: string
  mediaKey: Uint8Array
  fileSha256: Uint8Array
  mimetype: string | undefined
  fileName: string | undefined
  /** A voice message, not an audio file. */
  isVoice: boolean
}

/** The content of a message, without wrappers. */
export interface MessageContent {
  kind: MessageKind
  /** The text, the caption of media, the name of a location or a card, the question of a poll. */
  text?: string | undefined
  quotedId?: string | undefined
  /** The message that this one is about: reacted to, edited, deleted, voted on. */
  targetId?: string | undefined
  isForwarded: boolean
  media?: MediaReference | undefined
  /** The innermost content, for everything that has no field above. */
  raw: proto.IMessage
}

/** Fields that are not content. */
const wrapping = new Set(['messageContextInfo', 'senderKeyDistributionMessage'])

type Reading = Pick<MessageContent, 'kind' | 'text' | 'targetId' | 'media'>

/** Unwraps a message and determines its kind. */
export function readContent(message: proto.IMessage): MessageContent {
  const raw = unwrap(message)
  const context = contextOf(raw)
  const reading = readText(raw) ?? readAction(raw) ?? readMedia(raw) ?? readThing(raw)
  return {
    ...(reading ?? { kind: isEmpty(raw) ? 'protocol' : 'other' }),
    raw,
    quotedId: context?.stanzaId ?? undefined,
    isForwarded: context?.isForwarded === true,
  }
}

function readText({ conversation, extendedTextMessage }: proto.IMessage): Reading | undefined {
  if (conversation) return { kind: 'text', text: conversation }
  return extendedTextMessage ? { kind: 'text', text: extendedTextMessage.text ?? '' } : undefined
}

/** Reads an action on another message: a reaction, vote, edit or deletion. */
function readAction({ reactionMessage, pollUpdateMessage, protocolMessage }: proto.IMessage): Reading | undefined {
  if (reactionMessage) {
    return { kind: 'reaction', text: reactionMessage.text ?? '', targetId: reactionMessage.key?.id ?? undefined }
  }
  if (pollUpdateMessage) return { kind: 'vote', targetId: pollUpdateMessage.pollCreationMessageKey?.id ?? undefined }
  return protocolMessage ? readProtocol(protocolMessage) : undefined
}

function readProtocol(protocol: proto.Message.IProtocolMessage): Reading {
  const targetId = protocol.key?.id ?? undefined
  if (protocol.editedMessage) return { kind: 'edit', targetId, text: readContent(protocol.editedMessage).text }
  // REVOKE is 0, and so is an absent type.
  return { kind: !protocol.type && targetId ? 'delete' : 'protocol', targetId }
}

function readThing(raw: proto.IMessage): Reading | undefined {
  const { locationMessage } = raw
  const cards = raw.contactMessage ?? raw.contactsArrayMessage
  if (locationMessage) return { kind: 'location', text: locationMessage.name ?? undefined }
  if (cards) return { kind: 'contact', text: cards.displayName ?? undefined }
  const poll = raw.pollCreationMessage ?? raw.pollCreationMessageV2 ?? raw.pollCreationMessageV3
  return poll ? { kind: 'poll', text: poll.name ?? undefined } : undefined
}

function readMedia(raw: proto.IMessage): Reading | undefined {
  const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = raw
  if (imageMessage) return media('image', imageMessage)
  if (videoMessage) return media('video', videoMessage)
  if (audioMessage) return media('audio', audioMessage)
  if (documentMessage) return media('document', documentMessage)
  return stickerMessage ? media('sticker', stickerMessage) : undefined
}

interface MediaPart {
  directPath?: string | null
  mediaKey?: Uint8Array | null
  fileSha256?: Uint8Array | null
  mimetype?: string | null
  fileName?: string | null
  caption?: string | null
  ptt?: boolean | null
}

function media(kind: Extract<MessageKind, MediaKind>, part: MediaPart): Reading {
  return {
    kind,
    text: part.caption ?? undefined,
    media: {
      kind,
      directPath: part.directPath ?? '',
      mediaKey: part.mediaKey ?? new Uint8Array(),
      fileSha256: part.fileSha256 ?? new Uint8Array(),
      mimetype: part.mimetype ?? undefined,
      fileName: part.fileName ?? undefined,
      isVoice: part.ptt === true,
    },
  }
}

function unwrap(message: proto.IMessage): proto.IMessage {
  const inner =
    message.deviceSentMessage?.message ??
    message.ephemeralMessage?.message ??
    message.viewOnceMessage?.message ??
    message.viewOnceMessageV2?.message ??
    message.documentWithCaptionMessage?.message ??
    message.editedMessage?.message
  return inner ? unwrap(inner) : message
}

/** Not visible to people: at most a key to decrypt later messages. */
function isEmpty(raw: proto.IMessage): boolean {
  const parts = Object.entries(raw).filter(([name]) => !wrapping.has(name))
  return parts.every(([, part]) => part === null || part === undefined || part === '')
}

function contextOf(raw: proto.IMessage): proto.IContextInfo | null | undefined {
  const withContext = [
    raw.extendedTextMessage,
    raw.imageMessage,
    raw.videoMessage,
    raw.audioMessage,
    raw.documentMessage,
    raw.stickerMessage,
    raw.locationMessage,
    raw.contactMessage,
    raw.contactsArrayMessage,
  ]
  return withContext.find((part) => part?.contextInfo)?.contextInfo
}
