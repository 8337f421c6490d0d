import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { changeChat, removeChat } from './chats.repository.ts'
import { leaveChats, lockChatsOf } from './members.repository.ts'

/** Somebody who is deleted leaves all chats. Who has been a member for the longest time owns what they owned. */
export function followUsers({ followers }: Pick<Deps, 'followers'>): void {
  followers.within('user.deleted', (ctx, { userId }) => leave(ctx, userId))
}

async function leave(ctx: Ctx, userId: number): Promise<void> {
  await lockChatsOf(ctx, userId)
  for (const { chat_id: chatId, is_owner, heir_id } of await leaveChats(ctx, userId)) {
    if (heir_id === null) {
      await removeChat(ctx, chatId)
      continue
    }
    if (is_owner) await changeChat(ctx, chatId, { owner_id: heir_id })
    ctx.emit('internalChat.saved', { chatId, addedIds: [], removedIds: [userId] })
  }
}
