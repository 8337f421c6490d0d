import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadPage, olderEdge } from './load-page.ts'
import { forgetMessage, messageKeys, rememberMessage } from './message-cache.ts'
import { type MessagePages, messagesOf } from './message-pages.ts'
import { messagesOfTicket, readConversation } from './messages.api.ts'
import { someMessage } from '../../../test/some-message.ts'

afterEach(() => vi.unstubAllGlobals())

test('a message sent while the read mark is in flight stays in its place', async () => {
  const cache = new QueryClient()
  const question = someMessage({ id: 1, body: 'Chega quando?' })
  const { ticketId } = question
  const key = messageKeys.pages(ticketId, 0)
  cache.setQueryData<MessagePages>(key, {
    pages: [{ messages: [question], hasMore: false, hasNewer: false }],
    pageParams: [{}],
  })
  const asked = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => asked.promise)

  const reading = readConversation(cache, ticketId)
  rememberMessage(cache, someMessage({ id: 2, ticketId, body: 'Chega amanhã' }))
  asked.resolve(Response.json({ messages: [question], count: 1, hasMore: false, ticket: {}, queues: [] }))
  await reading

  const shown = cache.getQueryData<MessagePages>(key)
  expect(shown && messagesOf(shown).map(({ body }) => body)).toEqual(['Chega quando?', 'Chega amanhã'])
})

test('a message that arrives while older ones are loaded stays, and a deleted one stays away', async () => {
  const cache = new QueryClient()
  const known = [3, 4].map((id) => someMessage({ id, body: `Mensagem ${id}` }))
  const ticketId = known[0]?.ticketId ?? 0
  const answers = [Response.json({ messages: known, count: 4, hasMore: true, ticket: {}, queues: [] })]
  const { promise: older, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answers.pop() ?? older)
  const conversation = new InfiniteQueryObserver(cache, messagesOfTicket(ticketId))
  onTestFinished(conversation.subscribe(() => undefined))
  await vi.waitFor(() => expect(conversation.getCurrentResult().data?.pages).toHaveLength(1))

  const loading = conversation.fetchNextPage()
  rememberMessage(cache, someMessage({ id: 5, ticketId, body: 'Mensagem 5' }))
  forgetMessage(cache, { id: 2 })
  const messages = [1, 2].map((id) => someMessage({ id, ticketId, body: `Mensagem ${id}` }))
  resolve(Response.json({ messages, count: 4, hasMore: false, ticket: {}, queues: [] }))
  await loading

  const { data } = conversation.getCurrentResult()
  expect(data && messagesOf(data).map(({ id }) => id)).toEqual([1, 3, 4, 5])
})

test('older messages that are asked for during a refetch are loaded after it', async () => {
  const { conversation, cache, ticketId, fetched } = await twoMessagesOfFour()
  const refetch = fetched.hold()
  const refetching = cache.invalidateQueries()

  const loading = loadOlder(conversation)
  refetch.resolve(page(ticketId, [3, 4], true))
  await Promise.all([refetching, loading])

  expect(idsIn(conversation)).toEqual([1, 2, 3, 4])
})

test('older messages whose loading a refetch cancelled are loaded after it', async () => {
  const { conversation, cache, ticketId, fetched } = await twoMessagesOfFour()
  fetched.hold()
  const loading = loadOlder(conversation)

  const refetch = fetched.hold()
  const refetching = cache.invalidateQueries()
  refetch.resolve(page(ticketId, [3, 4], true))
  await Promise.all([refetching, loading])

  expect(idsIn(conversation)).toEqual([1, 2, 3, 4])
})

test('older messages are loaded after a refetch of a page that live messages had made longer', async () => {
  const { conversation, cache, ticketId, fetched } = await twoMessagesOfFour()
  rememberMessage(cache, someMessage({ id: 5, ticketId }))
  const refetch = fetched.hold()
  const refetching = cache.invalidateQueries()

  const loading = loadOlder(conversation)
  const older = fetched.hold()
  refetch.resolve(page(ticketId, [4, 5], true))
  older.resolve(page(ticketId, [1, 2, 3], false))
  await Promise.all([refetching, loading])

  expect(idsIn(conversation)).toEqual([1, 2, 3, 4, 5])
})

test('older messages that the server refuses are not asked for again', async () => {
  const { conversation, fetched } = await twoMessagesOfFour()
  const asked = fetched.hold()
  const loading = loadOlder(conversation)
  asked.resolve(Response.json({ error: 'ERR_FORBIDDEN' }, { status: 403 }))
  await loading

  expect(fetched.count()).toBe(2)
  expect(idsIn(conversation)).toEqual([3, 4])
})

type Conversation = Awaited<ReturnType<typeof twoMessagesOfFour>>['conversation']

/** An open conversation with the newest two of four messages. Older ones are answered, unless an answer is held back. */
async function twoMessagesOfFour() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { ticketId } = someMessage({ id: 4 })
  const held: Promise<Response>[] = []
  let count = 0
  vi.stubGlobal('fetch', (url: string) => {
    count++
    const isOlder = url.includes('before=')
    return held.shift() ?? page(ticketId, isOlder ? [1, 2] : [3, 4], !isOlder)
  })
  const conversation = new InfiniteQueryObserver(cache, messagesOfTicket(ticketId))
  onTestFinished(conversation.subscribe(() => undefined))
  await vi.waitFor(() => expect(conversation.getCurrentResult().data?.pages).toHaveLength(1))
  const hold = () => {
    const answer = Promise.withResolvers<Response>()
    held.push(answer.promise)
    return answer
  }
  return { cache, conversation, ticketId, fetched: { hold, count: () => count } }
}

const page = (ticketId: number, ids: readonly number[], hasMore: boolean) =>
  Response.json({ messages: ids.map((id) => someMessage({ id, ticketId })), count: 4, hasMore, ticket: {}, queues: [] })

const loadOlder = (conversation: Conversation) =>
  loadPage(conversation.getCurrentResult().data, {
    ...olderEdge,
    fetch: (options) => conversation.fetchNextPage(options),
  })

const idsIn = (conversation: Conversation) => {
  const { data } = conversation.getCurrentResult()
  return data && messagesOf(data).map(({ id }) => id)
}
