import { type InternalChatView, type InternalMessageView, hiddenBody } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { MediaLinks } from '#modules/media'
import type { ChatRow } from './chats.repository.ts'
import type { AnsweredPart, InternalMessageRow } from './messages.repository.ts'

export function presentChat(row: ChatRow): InternalChatView {
  const { id, newest } = row
  return {
    id,
    uuid: row.uuid,
    companyId: row.company_id,
    title: row.title,
    isDirect: row.is_direct,
    ownerId: row.owner_id,
    owner: { id: row.owner_id, name: row.owner_name },
    lastMessage: lastMessageOf(row),
    newest: newest && {
      id: newest.id,
      user: { id: newest.senderId, name: newest.name },
      message: newest.body,
      mediaType: newest.mediaType,
      mediaName: newest.fileName,
      ticketId: newest.ticketId,
      isDeleted: newest.isDeleted,
      createdAt: new Date(newest.createdAt).toISOString(),
    },
    lastMessageAt: isoTime(row.last_message_at),
    users: row.members.map((member) => ({
      id: member.id,
      chatId: id,
      userId: member.userId,
      unreads: member.unreads,
      readMessageId: member.readMessageId,
      user: { id: member.userId, name: member.name },
    })),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

function lastMessageOf({ newest }: ChatRow): string {
  if (!newest) return ''
  const ticket = newest.ticketId === null ? '' : `#${newest.ticketId}`
  const text = newest.isDeleted ? hiddenBody : newest.body || newest.fileName || ticket
  return `${newest.name}: ${text}`
}

export function presentMessage(row: InternalMessageRow, links: MediaLinks): InternalMessageView {
  const { company_id: companyId, file, answered } = row
  return {
    id: row.id,
    chatId: row.chat_id,
    senderId: row.sender_id,
    sender: { id: row.sender_id, name: row.sender_name },
    clientId: row.client_id,
    message: row.body,
    mediaType: row.media_type,
    mediaPath: file && links.internalChat(companyId, file.key),
    mediaName: file && file.name,
    mediaSize: file && file.bytes,
    mediaWidth: file && file.width,
    mediaHeight: file && file.height,
    mediaSeconds: file && file.seconds,
    mediaWave: file && file.wave,
    thumbnailUrl: file && file.thumbnailKey !== null ? links.internalChat(companyId, file.thumbnailKey) : null,
    replyTo: answered && presentAnswered(answered),
    mentions: row.mentions,
    reactions: row.reactions,
    ticketId: row.ticket_id,
    isEdited: row.edited_at !== null,
    isDeleted: row.deleted_at !== null,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

const presentAnswered = ({ id, sender, body, mediaType, fileName, isDeleted }: AnsweredPart) => ({
  id,
  sender,
  message: body,
  mediaType,
  mediaName: fileName,
  isDeleted,
})
