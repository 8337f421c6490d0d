import { type WebChatMessage, cardsOf, locationIn, wordsOf as unsigned } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { visitorsIdOf } from '#channels/web-chat'
import type { MediaLinks } from '#modules/media'
import { type MessageRow, signatureOf } from '#modules/messages'
import type { ArrivedRow, SystemMessageRow } from './conversation.repository.ts'
import { systemMessageText } from './system-messages.ts'

/**
 * A message as the visitor sees it: `fromMe` means the visitor, and their own messages have the ids that their browser
 * chose.
 */
export function presentForVisitor(row: MessageRow, links: MediaLinks): WebChatMessage {
  const isDeleted = row.deleted_at !== null
  const file = isDeleted ? null : row.file
  return {
    id: idOf(row),
    ...wordsOf(row),
    fromMe: !row.from_me,
    mediaUrl: file?.state === 'ready' ? links.file(row.company_id, file.key) : null,
    mediaType: row.media_type,
    mediaName: file?.name ?? null,
    mediaSize: file?.bytes ?? null,
    mediaWidth: file?.width ?? null,
    mediaHeight: file?.height ?? null,
    ack: row.from_me ? row.ack : Math.max(1, row.ack),
    isEdited: row.edited_at !== null,
    isDeleted,
    reactions: isDeleted ? [] : (row.reactions ?? []).map(({ emoji }) => emoji),
    isForwarded: row.is_forwarded,
    quoted: presentQuoted(row),
    createdAt: isoTime(row.sent_at),
    ...(row.from_me && row.user_name !== null && row.origin !== 'bot' && { author: row.user_name }),
    isSystem: false,
  }
}

/** Contact cards and locations are sent as data; their bodies are not readable text. */
function wordsOf({
  deleted_at,
  media_type,
  body,
}: Pick<MessageRow, 'deleted_at' | 'media_type' | 'body'>): Pick<WebChatMessage, 'body' | 'cards' | 'place'> {
  if (deleted_at !== null) return { body: '' }
  if (media_type === 'contactMessage') return { body: '', cards: cardsOf(body) }
  const place = media_type === 'locationMessage' && locationIn(body)
  return place ? { body: '', place } : { body }
}

function presentQuoted({ quoted }: MessageRow): WebChatMessage['quoted'] {
  if (!quoted || quoted.is_private) return null
  return {
    id: idOf(quoted),
    body: quotedWords(quoted),
    fromMe: !quoted.from_me,
    mediaType: quoted.media_type,
  }
}

/** Without the signature, as messengers of phones show it: the quote says who wrote it. */
function quotedWords(quoted: NonNullable<MessageRow['quoted']>): string {
  const { is_deleted, media_type } = quoted
  const body = unsigned({ body: quoted.body, signature: signatureOf(quoted) })
  const { body: words, cards, place } = wordsOf({ deleted_at: is_deleted ? new Date() : null, media_type, body })
  return cards?.map(({ name }) => name).join(', ') ?? place?.name ?? words
}

const idOf = ({ from_me, external_id }: { from_me: boolean; external_id: string }) =>
  from_me ? external_id : visitorsIdOf(external_id)

export const systemMessageIdOf = (id: number): string => `line-${id}`

export function presentSystemMessage(row: SystemMessageRow, language: string): WebChatMessage {
  return {
    ...nothing,
    id: systemMessageIdOf(row.id),
    body: systemMessageText(row, language),
    fromMe: false,
    mediaType: 'system',
    ack: 3,
    createdAt: isoTime(row.created_at),
    isSystem: true,
  }
}

/** A message that was received and is not processed yet. */
export function presentArrived(
  companyId: number,
  { payload, received_at, file }: ArrivedRow,
  links: MediaLinks,
): WebChatMessage {
  return {
    ...nothing,
    id: visitorsIdOf(payload.externalId),
    body: payload.body,
    fromMe: true,
    mediaType: payload.mediaType,
    ...(file && {
      mediaUrl: links.file(companyId, file.key),
      mediaName: file.name,
      mediaSize: file.bytes,
      mediaWidth: file.width,
      mediaHeight: file.height,
    }),
    ack: 1,
    createdAt: isoTime(received_at),
  }
}

const nothing = {
  mediaUrl: null,
  mediaName: null,
  mediaSize: null,
  mediaWidth: null,
  mediaHeight: null,
  isEdited: false,
  isDeleted: false,
  reactions: [],
  isForwarded: false,
  quoted: null,
  isSystem: false,
} satisfies Partial<WebChatMessage>
