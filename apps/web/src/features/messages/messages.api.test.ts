import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { messageKeys, rememberMessage } from './message-cache.ts'
import { type MessagePages, messagesOf } from './message-pages.ts'
import { readConversation } from './messages.api.ts'
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
