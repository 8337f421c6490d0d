import type { Api, Parsed } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { noPermission } from '#platform/errors'
import { accessChat, accessChatForChange } from './access-chat.ts'
import type { ChatRow } from './chats.repository.ts'
import { keepRead } from './members.repository.ts'

/** Nobody reads for somebody else. */
export async function readChat(
  ctx: UserCtx,
  id: number,
  { userId, messageId }: Parsed<Api['readChat']>['body'],
): Promise<ChatRow> {
  await accessChatForChange(ctx, id)
  if (userId !== undefined && userId !== ctx.actor.userId) throw noPermission()
  if (await keepRead(ctx, id, messageId)) ctx.emit('internalChat.read', { chatId: id, userId: ctx.actor.userId })
  return accessChat(ctx, id)
}
