import { type InternalChatView, type InternalMessageView, api, limits } from '@guiche/contract'
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { mayChat } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { chatKeys, putChat, setMessages } from './chat-cache.ts'
import { type InternalMessageCursor, type InternalMessagePage, withChangedMessage } from './message-pages.ts'

/** One's chats, with the newest messages first. The top bar asks for them on every page. */
export const chatsOf = (search: string) =>
  infiniteQueryOptions({
    queryKey: chatKeys.list(search),
    queryFn: ({ pageParam, signal }) =>
      call(api.listChats, { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
    meta: { handles: 'all' },
  })

export const chatOf = (uuid: string) =>
  queryOptions({
    queryKey: chatKeys.one(uuid),
    queryFn: ({ signal }) => call(api.getChat, { params: { chatUuid: uuid } }, { signal }),
    meta: { handles: 'all' },
  })

/** Unread messages in all chats; 0 where nobody asks. */
export function useUnreadInChats(isAsked = true): number {
  const isOn = mayChat(useMe()) && isAsked
  const { data } = useInfiniteQuery({ ...chatsOf(''), enabled: isOn, select: ({ pages: [first] }) => first?.unreads })
  return isOn ? (data ?? 0) : 0
}

/** Loaded upwards from the end, or around a message. Live events keep it up to date. */
export const messagesOfChat = (chatId: number, anchor = 0) => {
  const start: InternalMessageCursor = anchor > 0 ? { around: anchor } : {}
  return infiniteQueryOptions({
    queryKey: chatKeys.messages(chatId, anchor),
    queryFn: ({ pageParam, signal }) => fetchPage(chatId, pageParam, signal),
    initialPageParam: start,
    getNextPageParam: ({ records: [oldest], hasMore }): InternalMessageCursor | undefined =>
      hasMore && oldest ? { before: oldest.id } : undefined,
    getPreviousPageParam: ({ records, hasNewer }): InternalMessageCursor | undefined => {
      const newest = records.at(-1)
      return hasNewer && newest ? { around: newest.id } : undefined
    },
    staleTime: Infinity,
    meta: { handles: 'all' },
  })
}

async function fetchPage(
  chatId: number,
  cursor: InternalMessageCursor,
  signal: AbortSignal,
): Promise<InternalMessagePage> {
  const { records, hasMore } = await call(
    api.listChatMessages,
    { params: { id: chatId }, query: { ...cursor } },
    { signal },
  )
  const newerOnes = records.filter(({ id }) => id >= (cursor.around ?? Infinity)).length
  return { records, hasMore, hasNewer: newerOnes >= limits.messagesPerPage }
}

/** Messages of all one's chats that contain the text. */
export const foundInChats = (text: string) =>
  queryOptions({
    queryKey: ['internal-messages-search', text],
    queryFn: async ({ signal }) =>
      (await call(api.searchChatMessages, { query: { searchParam: text } }, { signal })).records,
    staleTime: 0,
    gcTime: 60_000,
  })

/** Undefined in its answer: the reader may not see the ticket. */
export const ticketOfMessage = (messageId: number) =>
  queryOptions({
    queryKey: ['internal-message-ticket', messageId],
    queryFn: ({ signal }) => call(api.ticketOfChatMessage, { params: { id: messageId } }, { signal }),
    staleTime: 60_000,
    meta: { handles: 'all' },
  })

interface SavedChat {
  /** Undefined for a new one. */
  id: number | undefined
  title: string
  userIds: number[]
}

function useSaving<Input>(send: (input: Input) => Promise<InternalChatView>) {
  const cache = useQueryClient()
  const me = useMe()
  return useMutation({
    mutationFn: send,
    onSuccess: (chat) => {
      cache.setQueryData(chatOf(chat.uuid).queryKey, chat)
      putChat(cache, chat, me.id)
    },
  })
}

export const useSaveChat = () =>
  useSaving(({ id, title, userIds }: SavedChat) => {
    const body = { title, users: userIds.map((userId) => ({ id: userId })) }
    return id === undefined ? call(api.createChat, { body }) : call(api.updateChat, { params: { id }, body })
  })

export const useOpenDirectChat = () => useSaving((userId: number) => call(api.openDirectChat, { body: { userId } }))

export function useDeleteChat() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(api.deleteChat, { params: { id } }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: chatKeys.lists }),
  })
}

/** In the background: a failure is tried again with the next message. */
export async function readChat(
  cache: QueryClient,
  { chatId, messageId, myId }: { chatId: number; messageId: number; myId: number },
): Promise<void> {
  putChat(cache, await call(api.readChat, { params: { id: chatId }, body: { userId: myId, messageId } }), myId)
}

function useChanging<Input>(send: (input: Input) => Promise<InternalMessageView>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (message) => setMessages(cache, message.chatId, (pages) => withChangedMessage(pages, message)),
  })
}

export const useEditMessage = () =>
  useChanging(({ id, message }: { id: number; message: string }) =>
    call(api.editChatMessage, { params: { id }, body: { message } }),
  )

export const useDeleteMessage = () => useChanging((id: number) => call(api.deleteChatMessage, { params: { id } }))

export const useReact = () =>
  useChanging(({ id, emoji }: { id: number; emoji: string }) =>
    call(api.reactToChatMessage, { params: { id }, body: { emoji } }),
  )
