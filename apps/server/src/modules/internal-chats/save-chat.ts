import type { Api, Parsed } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { badRequest, noPermission, notFound } from '#platform/errors'
import { accessChat, accessOwnChat, assertOwner } from './access-chat.ts'
import { type ChatRow, changeChat, findDirectChat, insertChat } from './chats.repository.ts'
import { addMembers, findColleagues, keepMembers } from './members.repository.ts'

type ChatBody = Parsed<Api['createChat']>['body']

export async function createChat(ctx: UserCtx, { title, users }: ChatBody): Promise<ChatRow> {
  const memberIds = await membersOf(ctx, users)
  const chatId = await insertChat(ctx, { title, ownerId: ctx.actor.userId, directKey: null })
  if (chatId === undefined) throw new Error('the chat was not stored')
  const addedIds = await addMembers(ctx, chatId, memberIds)
  ctx.emit('internalChat.saved', { chatId, addedIds, removedIds: [] })
  return accessChat(ctx, chatId)
}

/** A talk of two keeps its people. */
export async function updateChat(ctx: UserCtx, id: number, { title, users }: ChatBody): Promise<ChatRow> {
  const chat = await accessChat(ctx, id)
  assertOwner(ctx, chat)
  if (chat.is_direct) throw noPermission()
  // People are locked before their chats, as when somebody is deleted.
  const memberIds = await membersOf(ctx, users)
  await accessOwnChat(ctx, id)
  await changeChat(ctx, id, { title })
  const removedIds = await keepMembers(ctx, id, memberIds)
  const addedIds = await addMembers(ctx, id, memberIds)
  ctx.emit('internalChat.saved', { chatId: id, addedIds, removedIds })
  return accessChat(ctx, id)
}

/** The talk of the actor and a colleague. Both have the same one, whoever began it. */
export async function openDirectChat(ctx: UserCtx, userId: number): Promise<ChatRow> {
  const { userId: ownId, name: ownName } = ctx.actor
  if (userId === ownId) throw badRequest('ERR_OWN_USER')
  const [colleague] = await findColleagues(ctx, [userId])
  if (!colleague) throw notFound('ERR_NO_USER_FOUND')

  const directKey = `${Math.min(ownId, userId)}-${Math.max(ownId, userId)}`
  const title = `${ownName}, ${colleague.name}`
  const chatId = await insertChat(ctx, { title, ownerId: ownId, directKey })
  if (chatId === undefined) return accessChat(ctx, await existing(ctx, directKey))
  const addedIds = await addMembers(ctx, chatId, [ownId, userId])
  ctx.emit('internalChat.saved', { chatId, addedIds, removedIds: [] })
  return accessChat(ctx, chatId)
}

async function existing(ctx: UserCtx, directKey: string): Promise<number> {
  const id = await findDirectChat(ctx, directKey)
  if (id === undefined) throw notFound('ERR_NO_CHAT_FOUND')
  return id
}

/** Each once, and the owner always. Users of other companies are answered like those that do not exist. */
async function membersOf(ctx: UserCtx, users: ChatBody['users']): Promise<number[]> {
  const ids = [...new Set([ctx.actor.userId, ...users.map(({ id }) => id)])]
  if ((await findColleagues(ctx, ids)).length < ids.length) throw notFound('ERR_NO_USER_FOUND')
  return ids
}
