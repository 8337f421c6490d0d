import type { Answer, InternalChatEvent, InternalChatView, api } from '@guiche/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { askAgain } from '../../lib/cache/fetches.ts'
import { refetchSoon } from '../../lib/cache/refetch-soon.ts'
import { memberOf } from './chat-names.ts'
import { type InternalMessagePages, withMessage, withChangedMessage } from './message-pages.ts'

export const chatKeys = {
  lists: ['internal-chats'] as const,
  list: (search: string) => ['internal-chats', search] as const,
  one: (uuid: string) => ['internal-chat', uuid] as const,
  ones: ['internal-chat'] as const,
  messages: (chatId: number, anchor: number) => ['internal-messages', chatId, anchor] as const,
  messagesOf: (chatId: number) => ['internal-messages', chatId] as const,
}

export type ChatPages = InfiniteData<Answer<typeof api.listChats>>

/** Applies what happened in a chat to lists, open chats and their messages. */
export function applyChatEvent(cache: QueryClient, event: InternalChatEvent, myId: number): void {
  askAgain(cache, chatKeys.lists)
  askAgain(cache, chatKeys.ones)
  switch (event.action) {
    case 'new-message':
      putChat(cache, event.chat, myId)
      setMessages(cache, event.chat.id, (pages) => withMessage(pages, event.newMessage))
      break
    case 'update-message':
      putChat(cache, event.chat, myId)
      setMessages(cache, event.chat.id, (pages) => withChangedMessage(pages, event.newMessage))
      break
    case 'update':
      putChat(cache, event.chat, myId)
      break
    case 'read': {
      const { userId, unreads, readMessageId } = event
      changeChat(cache, event.chatId, myId, (chat) => ({
        ...chat,
        users: chat.users.map((member) => (member.userId === userId ? { ...member, unreads, readMessageId } : member)),
      }))
      break
    }
    case 'delete':
      dropChat(cache, Number(event.id), myId)
      break
  }
}

export function setMessages(
  cache: QueryClient,
  chatId: number,
  change: (pages: InternalMessagePages) => InternalMessagePages,
): void {
  askAgain(cache, chatKeys.messagesOf(chatId))
  cache.setQueriesData<InternalMessagePages>({ queryKey: chatKeys.messagesOf(chatId) }, (data) => data && change(data))
}

/** Lists that do not have the chat fetch themselves anew: only the server knows whether it belongs there. */
export function putChat(cache: QueryClient, chat: InternalChatView, myId: number): void {
  cache.setQueriesData<InternalChatView>({ queryKey: chatKeys.ones }, (known) => (known?.id === chat.id ? chat : known))
  for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: chatKeys.lists })) {
    const data = state.data as ChatPages | undefined
    if (!data) continue
    if (rowsOf(data).some(({ id }) => id === chat.id)) cache.setQueryData(queryKey, withChat(data, chat, myId))
    else refetchSoon(cache, queryKey)
  }
}

function changeChat(
  cache: QueryClient,
  id: number,
  myId: number,
  change: (chat: InternalChatView) => InternalChatView,
): void {
  cache.setQueriesData<InternalChatView>({ queryKey: chatKeys.ones }, (known) =>
    known?.id === id ? change(known) : known,
  )
  cache.setQueriesData<ChatPages>({ queryKey: chatKeys.lists }, (data) => {
    const chat = data && rowsOf(data).find((row) => row.id === id)
    return data && chat ? withChat(data, change(chat), myId) : data
  })
}

/** An open chat asks the server again, which answers that there is none. */
function dropChat(cache: QueryClient, id: number, myId: number): void {
  cache.setQueriesData<ChatPages>({ queryKey: chatKeys.lists }, (data) => data && withoutChat(data, id, myId))
  cache.removeQueries({ queryKey: chatKeys.messagesOf(id) })
  void cache.invalidateQueries({
    predicate: ({ queryKey: [name], state }) =>
      name === chatKeys.ones[0] && (state.data as InternalChatView | undefined)?.id === id,
  })
}

const rowsOf = ({ pages }: ChatPages): InternalChatView[] => pages.flatMap(({ records }) => records)

/** The chat in place of what was known of it, in the order of the newest messages. */
export function withChat(data: ChatPages, chat: InternalChatView, myId: number): ChatPages {
  const before = rowsOf(data).find(({ id }) => id === chat.id)
  const rows = rowsOf(data).map((row) => (row.id === chat.id ? chat : row))
  return withRows(data, rows.toSorted(byTime), unreadOf(chat, myId) - unreadOf(before, myId))
}

function withoutChat(data: ChatPages, id: number, myId: number): ChatPages {
  const gone = rowsOf(data).find((row) => row.id === id)
  if (!gone) return data
  const rest = rowsOf(data).filter((row) => row.id !== id)
  const fewer = withRows(data, rest, -unreadOf(gone, myId))
  return { ...fewer, pages: fewer.pages.map((page) => ({ ...page, count: page.count - 1 })) }
}

/** Each page keeps its length; `more`: how many more messages are unread. */
function withRows(data: ChatPages, rows: InternalChatView[], more: number): ChatPages {
  let from = 0
  const pages = data.pages.map((page) => {
    const records = rows.slice(from, from + page.records.length)
    from += page.records.length
    return { ...page, records, unreads: Math.max(0, page.unreads + more) }
  })
  return { ...data, pages }
}

const unreadOf = (chat: InternalChatView | undefined, myId: number): number =>
  (chat && memberOf(chat, myId)?.unreads) ?? 0

const byTime = (one: InternalChatView, other: InternalChatView): number =>
  other.lastMessageAt.localeCompare(one.lastMessageAt) || other.id - one.id
