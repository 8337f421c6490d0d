import type { UserCtx } from '#platform/context'
import { noPermission, notFound } from '#platform/errors'
import { type ChatRow, findChat, findChatByUuid, lockChat } from './chats.repository.ts'
import { type InternalMessageRow, findMessage } from './messages.repository.ts'

/** For members. To everybody else the chat does not exist. */
export async function accessChat(ctx: UserCtx, id: number): Promise<ChatRow> {
  return found(await findChat(ctx, id))
}

export async function accessChatByUuid(ctx: UserCtx, uuid: string): Promise<ChatRow> {
  return found(await findChatByUuid(ctx, uuid))
}

/** Locks the chat, and reads afterwards, so that somebody who was removed meanwhile is no member. */
export async function accessChatForChange(ctx: UserCtx, id: number): Promise<ChatRow> {
  await lockChat(ctx, id)
  return accessChat(ctx, id)
}

/** The same for what only the owner may do. */
export async function accessOwnChat(ctx: UserCtx, id: number): Promise<ChatRow> {
  const chat = await accessChatForChange(ctx, id)
  assertOwner(ctx, chat)
  return chat
}

export function assertOwner({ actor }: UserCtx, { owner_id }: ChatRow): void {
  if (owner_id !== actor.userId) throw noPermission()
}

export async function accessMessage(ctx: UserCtx, id: number): Promise<InternalMessageRow> {
  const message = await findMessage(ctx, id)
  if (!message) throw notFound('ERR_NO_MESSAGE_FOUND')
  return message
}

/** Locks the chat of the message. */
export async function accessMessageForChange(ctx: UserCtx, id: number): Promise<InternalMessageRow> {
  const { chat_id } = await accessMessage(ctx, id)
  await lockChat(ctx, chat_id)
  return accessMessage(ctx, id)
}

function found(chat: ChatRow | undefined): ChatRow {
  if (!chat) throw notFound('ERR_NO_CHAT_FOUND')
  return chat
}
