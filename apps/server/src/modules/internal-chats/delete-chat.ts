import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { accessOwnChat } from './access-chat.ts'
import { removeChat } from './chats.repository.ts'

/** Its messages go with it; their files are removed by the next sweep of unused files. */
export async function deleteChat(ctx: UserCtx, id: number): Promise<void> {
  const { title, members } = await accessOwnChat(ctx, id)
  await removeChat(ctx, id)
  await audit(ctx, { action: 'internalChat.deleted', object: 'internalChat', objectId: id, detail: { title } })
  ctx.emit('internalChat.deleted', { chatId: id, memberIds: members.map(({ userId }) => userId) })
}
