import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ticket } from '../../../test/server-model.ts'
import { amendUnread, unreadTickets } from './unread.api.ts'
import { withTicketEvent } from './unread-tickets.ts'

afterEach(() => vi.unstubAllGlobals())

test('a ticket that is transferred while the bell is being loaded is in the bell', async () => {
  const cache = new QueryClient()
  const me = { id: 7, queues: [] }
  const asked = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => asked.promise)

  const loading = cache.fetchQuery(unreadTickets)
  const mine = ticket({ id: 5, status: 'open', userId: me.id, unreadMessages: 1 })
  amendUnread(cache, (unread) => withTicketEvent(unread, { action: 'update', ticketId: 5, ticket: mine }, me))
  asked.resolve(Response.json({ tickets: [], count: 0, hasMore: false }))

  expect(await loading).toEqual({ tickets: [mine], count: 1 })
})
