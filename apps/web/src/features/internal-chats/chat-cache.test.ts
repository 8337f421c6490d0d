import type { InternalChatView } from '@guiche/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { refetchOvertaken } from '../../lib/cache/fetches.ts'
import { type ChatPages, applyChatEvent, chatKeys } from './chat-cache.ts'

const me = 7

const chat = (id: number, at: string, unreads = 0): InternalChatView => ({
  id,
  uuid: `uuid-${id}`,
  companyId: 1,
  title: `Conversa ${id}`,
  isDirect: false,
  ownerId: me,
  owner: { id: me, name: 'Ana' },
  lastMessage: '',
  newest: null,
  lastMessageAt: `2026-11-26T${at}:00.000Z`,
  users: [
    { id: id * 10, chatId: id, userId: me, unreads, readMessageId: null, user: { id: me, name: 'Ana' } },
    { id: id * 10 + 1, chatId: id, userId: 8, unreads: 0, readMessageId: null, user: { id: 8, name: 'Bia' } },
  ],
  createdAt: '2026-11-26T09:00:00.000Z',
  updatedAt: '2026-11-26T09:00:00.000Z',
})

let cache: QueryClient
beforeEach(() => {
  cache = new QueryClient()
  const page = { count: 3, hasMore: false, unreads: 1 }
  cache.setQueryData<ChatPages>(chatKeys.list(''), {
    pages: [
      { ...page, records: [chat(3, '10:30'), chat(2, '10:20', 1)] },
      { ...page, records: [chat(1, '10:10')] },
    ],
    pageParams: [1, 2],
  })
  cache.setQueryData(chatKeys.one('uuid-1'), chat(1, '10:10'))
})

const shown = () => cache.getQueryData<ChatPages>(chatKeys.list(''))?.pages ?? []
const idsOnPages = () => shown().map(({ records }) => records.map(({ id }) => id))

test('a chat with a new message moves to the top, and its unread messages count', () => {
  applyChatEvent(cache, { action: 'update', chat: chat(1, '10:40', 2) }, me)

  expect(idsOnPages()).toEqual([[1, 3], [2]])
  expect(shown()[0]?.unreads).toBe(3)
  expect(cache.getQueryData<InternalChatView>(chatKeys.one('uuid-1'))?.users[0]?.unreads).toBe(2)
})

test('a chat that was read is not unread any more', () => {
  applyChatEvent(cache, { action: 'update', chat: chat(2, '10:20', 0) }, me)

  expect(shown()[0]?.unreads).toBe(0)
})

test('what a colleague has read is noted, and changes nothing that is unread here', () => {
  applyChatEvent(cache, { action: 'read', chatId: 1, userId: 8, unreads: 0, readMessageId: 55 }, me)

  const members = cache.getQueryData<InternalChatView>(chatKeys.one('uuid-1'))?.users
  expect(members?.map(({ readMessageId }) => readMessageId)).toEqual([null, 55])
  expect(shown()[0]?.unreads).toBe(1)
})

test('a chat that one left is gone from the list, with what was unread in it', () => {
  applyChatEvent(cache, { action: 'delete', id: '2' }, me)

  expect(idsOnPages().flat()).toEqual([3, 1])
  expect(shown()[0]).toMatchObject({ count: 2, unreads: 0 })
})

test('what happens in a chat while a list of chats is fetched for the first time is in the list', async () => {
  refetchOvertaken(cache)
  const { promise, resolve: answer } = Promise.withResolvers<string>()
  const fetch = vi.fn<() => Promise<string>>().mockResolvedValue('newest').mockReturnValueOnce(promise)
  const queryKey = chatKeys.list('Bia')
  new QueryObserver(cache, { queryKey, queryFn: fetch }).subscribe(() => undefined)

  applyChatEvent(cache, { action: 'update', chat: chat(4, '10:40') }, me)
  answer('older')

  await vi.waitFor(() => expect(cache.getQueryData(queryKey)).toBe('newest'))
})
