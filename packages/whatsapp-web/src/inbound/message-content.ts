import type { InboundMedia } from '@guiche/channel'
import { locationBody } from '@guiche/contract'
import { extractMessageContent, normalizeMessageContent, proto } from '@whiskeysockets/baileys'
import { mediaSourceOf } from '../media/media-source.ts'
import { composedIn } from './composed.ts'
import { plainId } from './message-id.ts'
import { sealedEditIn } from './sealed-edits.ts'

interface Said {
  kind: 'said'
  mediaType: string
  body: string
  media?: Exclude<InboundMedia, { fileId: number }>
  quotedExternalId?: string
  isForwarded?: boolean
  isComposed?: true
}

/** What a protocol message means to users. */
export type Content =
  | Said
  | { kind: 'edit'; externalId: string; body: string; doneAt?: string }
  | { kind: 'delete'; externalId: string }
  | { kind: 'reaction'; externalId: string; emoji: string; doneAt?: string }
  /** Between devices only: keys, history, settings. */
  | { kind: 'nothing' }

const nothing: Content = { kind: 'nothing' }

/** Reads a decrypted message. An unknown type becomes a message with that type, so that users see it. */
export function contentOf(message: proto.IMessage): Content {
  const protocol = protocolIn(message)
  if (protocol) return ofProtocol(protocol)
  const content = innermost(message)
  if (!content) return nothing
  if (isViewOnce(message, content))
    return { kind: 'said', mediaType: 'viewOnceMessage', body: captionIn(content), ...contextOf(content) }
  if (content.reactionMessage) {
    const { key, text, senderTimestampMs } = content.reactionMessage
    const externalId = plainId(key?.id)
    return externalId ? { kind: 'reaction', externalId, emoji: text ?? '', ...doneAt(senderTimestampMs) } : nothing
  }
  const said = saidIn(content)
  return said ? { ...said, ...contextOf(content) } : nothing
}

/** Removes wrappers, also those that the library leaves. */
function innermost(message: proto.IMessage): proto.IMessage | undefined {
  const outer = normalizeMessageContent(message)
  // The library would leave the text of what has several parts, or the file.
  const content = outer && ofComposed(outer) ? outer : extractMessageContent(outer)
  const wrapper =
    content?.groupMentionedMessage ??
    content?.botInvokeMessage ??
    content?.botForwardedMessage ??
    content?.questionMessage ??
    content?.questionReplyMessage ??
    content?.pollCreationMessageV4
  return wrapper?.message ? innermost(wrapper.message) : content
}

/** View-once content: linked devices get no file, or only a notice. */
function isViewOnce(message: proto.IMessage, content: proto.IMessage): boolean {
  const { viewOnceMessage, viewOnceMessageV2, viewOnceMessageV2Extension } = message
  const { imageMessage, videoMessage, audioMessage } = content
  const isMarked =
    Boolean(viewOnceMessage ?? viewOnceMessageV2 ?? viewOnceMessageV2Extension) ||
    [imageMessage, videoMessage, audioMessage].some((file) => file?.viewOnce)
  return isMarked && !mediaSourceOf(content)
}

const { Type } = proto.Message.ProtocolMessage

const protocolIn = ({ protocolMessage, editedMessage }: proto.IMessage) =>
  protocolMessage ?? editedMessage?.message?.protocolMessage

function ofProtocol(protocol: proto.Message.IProtocolMessage): Content {
  const { type, key } = protocol
  const externalId = plainId(key?.id)
  if (!externalId) return nothing
  if (type === Type.REVOKE) return { kind: 'delete', externalId }
  const edit = editOf(protocol)
  const body = edit && bodyOf(edit.content)
  return body === undefined ? nothing : { kind: 'edit', externalId, body, ...edit?.done }
}

/** New content of a message. `externalId` is the edited message, if the edit has its own id. */
export interface Edit {
  externalId: string | undefined
  content: proto.IMessage
  done: { doneAt?: string }
}

/** The edit that a phone's history has instead of the message (openclaw/wacli, issue 245). */
export function editIn(message: proto.IMessage): Edit | undefined {
  const protocol = protocolIn(message)
  if (protocol) return editOf(protocol)
  const content = message.editedMessage?.message
  return content ? { externalId: undefined, content, done: {} } : undefined
}

function editOf({ type, key, editedMessage, timestampMs }: proto.Message.IProtocolMessage): Edit | undefined {
  if (type !== Type.MESSAGE_EDIT || !editedMessage) return undefined
  return { externalId: plainId(key?.id), content: editedMessage, done: doneAt(timestampMs) }
}

/** The new text. The edit of a caption carries only the caption. */
export function bodyOf(message: proto.IMessage): string | undefined {
  const content = innermost(message)
  return content && saidIn(content)?.body
}

/** Time in ms. The sender can write any number, so it is checked. */
export function doneAt(time: number | { toNumber(): number } | null | undefined): { doneAt?: string } {
  const ms = typeof time === 'object' ? time?.toNumber() : time
  const isTime = ms !== undefined && ms > 0 && ms < latest
  return isTime ? { doneAt: new Date(ms).toISOString() } : {}
}

const latest = Date.UTC(2100, 0)

/** The first known field decides the kind of message. */
function saidIn(content: proto.IMessage): Said | undefined {
  const composed = ofComposed(content)
  if (composed) return composed
  const { conversation, extendedTextMessage: text } = content
  if (conversation) return { kind: 'said', mediaType: 'conversation', body: conversation }
  if (text) return { kind: 'said', mediaType: 'extendedTextMessage', body: text.text ?? '' }
  const file = mediaSourceOf(content)
  if (file) return { kind: 'said', ...file }
  const location = content.locationMessage ?? content.liveLocationMessage
  if (location)
    return {
      kind: 'said',
      mediaType: content.locationMessage ? 'locationMessage' : 'liveLocationMessage',
      body: bodyOfLocation(location),
    }
  const cards = content.contactMessage ? [content.contactMessage] : content.contactsArrayMessage?.contacts
  if (cards)
    return {
      kind: 'said',
      mediaType: content.contactMessage ? 'contactMessage' : 'contactsArrayMessage',
      body: cards.map(({ vcard }) => vcard ?? '').join('\n'),
    }
  return answerIn(content) ?? unknownIn(content)
}

/** A text in several parts, with the file of its header. */
function ofComposed(content: proto.IMessage): Said | undefined {
  const composed = composedIn(content)
  if (!composed) return undefined
  const { type, body, header } = composed
  const file = mediaSourceOf(header)
  if (file) return { kind: 'said', ...file, body: body || file.body, isComposed: true }
  const mediaType = type === 'templateMessage' || type === 'buttonsMessage' ? 'conversation' : type
  return body === '' ? undefined : { kind: 'said', mediaType, body, isComposed: true }
}

/** A choice in buttons or a list becomes its text. */
function answerIn(content: proto.IMessage): Said | undefined {
  const chosen =
    content.buttonsResponseMessage?.selectedDisplayText ??
    content.listResponseMessage?.title ??
    content.templateButtonReplyMessage?.selectedDisplayText ??
    content.interactiveResponseMessage?.body?.text
  return chosen ? { kind: 'said', mediaType: 'conversation', body: chosen } : undefined
}

/** Parts without content for users. */
const silent = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'protocolMessage',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'encReactionMessage',
  'stickerSyncRmrMessage',
  'deviceSentMessage',
  // The pictures follow, each as its own message.
  'albumMessage',
  'eventCoverImage',
  'encEventResponseMessage',
  'limitSharingMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'statusMentionMessage',
  'groupStatusMentionMessage',
])

function unknownIn(content: proto.IMessage): Said | undefined {
  const [type] =
    Object.entries(content).find(([name, value]) => value !== null && value !== undefined && !silent.has(name)) ?? []
  if (!type) return undefined
  // Sealed changes of events or polls.
  if (content.secretEncryptedMessage && !sealedEditIn(content)) return undefined
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3
  const options = (poll?.options ?? []).map(({ optionName }) => `- ${optionName ?? ''}`)
  const words = poll ? [poll.name ?? '', ...options] : [captionIn(content), ...wordsIn(content)]
  return { kind: 'said', mediaType: type, body: words.filter(Boolean).join('\n') }
}

/** The readable text of message types that are not supported. */
function wordsIn({
  groupInviteMessage,
  productMessage,
  orderMessage,
  eventMessage,
  stickerPackMessage,
  requestPaymentMessage,
}: proto.IMessage): (string | null | undefined)[] {
  return [
    groupInviteMessage?.groupName,
    groupInviteMessage?.caption,
    productMessage?.product?.title,
    productMessage?.product?.description,
    productMessage?.body,
    orderMessage?.orderTitle,
    orderMessage?.message,
    eventMessage?.name,
    eventMessage?.description,
    stickerPackMessage?.name,
    requestPaymentMessage?.noteMessage?.extendedTextMessage?.text,
  ]
}

const captionIn = ({ imageMessage, videoMessage, ptvMessage, documentMessage }: proto.IMessage) =>
  imageMessage?.caption ?? videoMessage?.caption ?? ptvMessage?.caption ?? documentMessage?.caption ?? ''

function bodyOfLocation({
  degreesLatitude,
  degreesLongitude,
  jpegThumbnail,
  ...words
}: proto.Message.ILocationMessage & { caption?: string | null }): string {
  const location = {
    latitude: degreesLatitude ?? 0,
    longitude: degreesLongitude ?? 0,
    name: words.name ?? '',
    address: [words.address, words.caption].filter(Boolean).join('\n'),
  }
  const picture = jpegThumbnail?.length ? `data:image/jpeg;base64,${Buffer.from(jpegThumbnail).toString('base64')}` : ''
  return locationBody(location, picture)
}

function contextOf(content: proto.IMessage): { quotedExternalId?: string; isForwarded?: boolean } {
  for (const part of Object.values(content)) {
    if (typeof part !== 'object' || part === null || !('contextInfo' in part)) continue
    const context: proto.IContextInfo | null = part.contextInfo
    const quotedExternalId = plainId(context?.stanzaId)
    return {
      ...(quotedExternalId && { quotedExternalId }),
      ...(context?.isForwarded && { isForwarded: true }),
    }
  }
  return {}
}
