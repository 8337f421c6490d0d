import type { InternalChatView } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import type { FactKind, NumberedFact } from '#platform/facts'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { isFeatureOn } from '#modules/companies'
import type { MediaLinks } from '#modules/media'
import { findChats } from './chats.repository.ts'
import { presentChat, presentMessage } from './internal-chats.presenter.ts'
import { findMessages } from './messages.repository.ts'

const kinds = [
  'internalChat.saved',
  'internalChat.deleted',
  'internalChat.read',
  'internalMessage.created',
  'internalMessage.changed',
] as const satisfies readonly FactKind[]
type Kinds = (typeof kinds)[number]

/**
 * Chats have no rooms. Each event goes to the rooms of those who are members when it is presented, so somebody who was
 * removed hears nothing more, also when they catch up.
 */
export function internalChatsLive({ units, publisher }: Deps, links: MediaLinks): void {
  publisher.present<Kinds>(kinds, async (companyId, facts) => {
    const messageIds = facts.flatMap(({ ids }) => ('internalMessageId' in ids ? [ids.internalMessageId] : []))
    const found = await units.read({ kind: 'system', companyId }, async (ctx) =>
      (await isFeatureOn(ctx, 'useInternalChat'))
        ? {
            chats: await findChats(ctx, [...new Set(facts.map(({ ids }) => ids.chatId))]),
            messages: await findMessages(ctx, messageIds),
          }
        : undefined,
    )
    if (!found) return []
    const chats = new Map(found.chats.map((row) => [row.id, presentChat(row)]))
    const messages = new Map(found.messages.map((row) => [row.id, presentMessage(row, links)]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, { chat: chats.get(fact.ids.chatId), messages }))
  })
}

interface State {
  /** Undefined: it was deleted meanwhile, which has a fact of its own. */
  chat: InternalChatView | undefined
  messages: Map<number, ReturnType<typeof presentMessage>>
}

function emissionsOf(companyId: number, fact: NumberedFact<Kinds>, { chat, messages }: State): Emission[] {
  const { number: seq, ids } = fact
  if ('memberIds' in ids) return gone(companyId, ids.memberIds, { id: ids.chatId, seq })
  if ('removedIds' in ids)
    return [
      ...gone(companyId, ids.removedIds, { id: ids.chatId, seq }),
      ...(chat ? saved(companyId, chat, { addedIds: ids.addedIds, seq }) : []),
    ]
  if (!chat) return []
  if ('userId' in ids) return read(companyId, chat, { userId: ids.userId, seq })

  const newMessage = messages.get(ids.internalMessageId)
  if (!newMessage) return []
  const action = fact.kind === 'internalMessage.created' ? 'new-message' : 'update-message'
  return toMembers(companyId, chat, { action, newMessage, chat, seq })
}

type Payload = Emission<'internalChat'>['payload']

/** Under both names: existing clients listen to one in their lists and to the other in an open chat. */
function toMembers(companyId: number, chat: InternalChatView, payload: Payload): Emission[] {
  const target = { companyId, rooms: roomsOf(companyId, memberIdsOf(chat)), masked: 'same', payload } as const
  return [
    { ...target, event: 'internalChat' },
    { ...target, event: 'internalChatOf', about: chat.id },
  ]
}

function saved(
  companyId: number,
  chat: InternalChatView,
  { addedIds, seq }: { addedIds: readonly number[]; seq: number },
): Emission[] {
  const records = memberIdsOf(chat).map((userId): Emission<'internalChatRecord'> => {
    const action = addedIds.includes(userId) ? 'create' : 'update'
    return {
      companyId,
      event: 'internalChatRecord',
      about: userId,
      rooms: [rooms.user(companyId, userId)],
      masked: 'same',
      payload: { action, record: chat, seq },
    }
  })
  return [...toMembers(companyId, chat, { action: 'update', chat, seq }), ...records]
}

/** The reader's windows get the chat, and the other members only what has changed: they may be many. */
function read(companyId: number, chat: InternalChatView, { userId, seq }: { userId: number; seq: number }): Emission[] {
  const reader = chat.users.find((member) => member.userId === userId)
  if (!reader) return []
  const { unreads, readMessageId } = reader
  const others = memberIdsOf(chat).filter((id) => id !== userId)
  return [
    {
      companyId,
      event: 'internalChat',
      rooms: [rooms.user(companyId, userId)],
      masked: 'same',
      payload: { action: 'update', chat, seq },
    },
    {
      companyId,
      event: 'internalChat',
      rooms: roomsOf(companyId, others),
      masked: 'same',
      payload: { action: 'read', chatId: chat.id, userId, unreads, readMessageId, seq },
    },
  ]
}

function gone(
  companyId: number,
  userIds: readonly number[],
  { id, seq }: { id: number; seq: number },
): Emission<'internalChat'>[] {
  if (userIds.length === 0) return []
  return [
    {
      companyId,
      event: 'internalChat',
      rooms: roomsOf(companyId, userIds),
      masked: 'same',
      payload: { action: 'delete', id: String(id), seq },
    },
  ]
}

const memberIdsOf = ({ users }: InternalChatView): number[] => users.map(({ userId }) => userId)

const roomsOf = (companyId: number, userIds: readonly number[]): string[] =>
  userIds.map((userId) => rooms.user(companyId, userId))
