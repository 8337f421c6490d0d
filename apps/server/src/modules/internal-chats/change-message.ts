import type { UserCtx } from '#platform/context'
import { noPermission, notFound } from '#platform/errors'
import { accessMessage, accessMessageForChange } from './access-chat.ts'
import { uncountMessage } from './members.repository.ts'
import { type InternalMessageRow, setBody, setDeleted, setReaction } from './messages.repository.ts'

/** Authors change their own messages; nobody else does, not even an admin. */
export async function editMessage(ctx: UserCtx, id: number, body: string): Promise<InternalMessageRow> {
  const message = await accessOwnMessage(ctx, id)
  if (message.deleted_at) throw notFound('ERR_NO_MESSAGE_FOUND')
  await setBody(ctx, id, body)
  return changed(ctx, message)
}

export async function deleteMessage(ctx: UserCtx, id: number): Promise<InternalMessageRow> {
  const message = await accessOwnMessage(ctx, id)
  if (message.deleted_at) return message
  await setDeleted(ctx, id)
  await uncountMessage(ctx, { chatId: message.chat_id, messageId: id, senderId: message.sender_id })
  return changed(ctx, message)
}

export async function reactToMessage(ctx: UserCtx, id: number, emoji: string): Promise<InternalMessageRow> {
  const message = await accessMessageForChange(ctx, id)
  if (message.deleted_at) throw notFound('ERR_NO_MESSAGE_FOUND')
  await setReaction(ctx, id, emoji)
  return changed(ctx, message)
}

async function accessOwnMessage(ctx: UserCtx, id: number): Promise<InternalMessageRow> {
  const message = await accessMessageForChange(ctx, id)
  if (message.sender_id !== ctx.actor.userId) throw noPermission()
  return message
}

function changed(ctx: UserCtx, { id, chat_id }: InternalMessageRow): Promise<InternalMessageRow> {
  ctx.emit('internalMessage.changed', { chatId: chat_id, internalMessageId: id })
  return accessMessage(ctx, id)
}
