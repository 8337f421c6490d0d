import type { Ctx } from '#platform/context'
import { findChats } from './chats.repository.ts'
import { type InternalMediaKind, findMessages } from './messages.repository.ts'

/** A new message, for whoever tells people of it outside of their windows. */
export interface InternalNews {
  uuid: string
  /** Of a direct talk: the name of the sender, who is the other one to whom it is told. */
  title: string
  /** Everybody but the sender. */
  receiverIds: number[]
  senderName: string
  body: string
  mediaType: InternalMediaKind
}

/** Messages that were deleted meanwhile are left out. */
export async function internalNews(ctx: Ctx, messageIds: readonly number[]): Promise<InternalNews[]> {
  if (messageIds.length === 0) return []
  const messages = await findMessages(ctx, messageIds)
  const chats = await findChats(ctx, [...new Set(messages.map(({ chat_id }) => chat_id))])
  const byId = new Map(chats.map((chat) => [chat.id, chat]))
  return messages.flatMap((message) => {
    const chat = byId.get(message.chat_id)
    if (!chat || message.deleted_at) return []
    return [
      {
        uuid: chat.uuid,
        title: chat.is_direct ? message.sender_name : chat.title,
        receiverIds: chat.members.flatMap(({ userId }) => (userId === message.sender_id ? [] : [userId])),
        senderName: message.sender_name,
        body: message.body,
        mediaType: message.media_type,
      },
    ]
  })
}
