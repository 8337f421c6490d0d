import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ticket } from '../../../test/server-model.ts'
import { applyTicketEvent, unreadTickets } from './unread.api.ts'

afterEach(() => vi.unstubAllGlobals())

test('a ticket that is transferred while the bell is being loaded is in the bell', async () => {
  const cache = new QueryClient()
  const me = { id: 7, queues: [] }
  const asked = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => asked.promise)

  const loading = cache.fetchQuery(unreadTickets)
  const mine = ticket({ id: 5, status: 'open', userId: me.id, unreadMessages: 1 })
  applyTicketEvent(cache, { action: 'update', ticketId: 5, ticket: mine }, me)
  asked.resolve(Response.json({ tickets: [], count: 0, hasMore: false }))

  expect(await loading).toEqual({ tickets: [mine], count: 1 })
})

test('a ticket stays in the bell when an older event says that it was read', () => {
  const cache = new QueryClient()
  const me = { id: 7, queues: [] }
  cache.setQueryData(unreadTickets.queryKey, { tickets: [], count: 0 })
  const mine = ticket({ id: 5, status: 'open', userId: me.id, unreadMessages: 1 })

  applyTicketEvent(cache, { action: 'update', ticketId: 5, ticket: mine, seq: 12 }, me)
  applyTicketEvent(cache, { action: 'updateUnread', ticketId: 5, seq: 11 }, me)

  expect(cache.getQueryData(unreadTickets.queryKey)).toEqual({ tickets: [mine], count: 1 })
})

test('the bell counts what a fetch would count when there are more than it lists', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const me = { id: 7, queues: [] }
  const newest = 45
  const unread = new Map(Array.from({ length: newest }, (_, nth) => [nth + 1, mine(nth + 1)]))
  vi.stubGlobal('fetch', async () => {
    const tickets = [...unread.values()].toReversed()
    return Response.json({ tickets: tickets.slice(0, 40), count: tickets.length, hasMore: tickets.length > 40 })
  })
  const cache = new QueryClient()
  const bell = new QueryObserver(cache, unreadTickets)
  onTestFinished(bell.subscribe(() => undefined))
  const expectCounted = async () => {
    await vi.advanceTimersByTimeAsync(1000)
    expect(bell.getCurrentResult().data).toMatchObject({ count: unread.size, tickets: { length: 40 } })
  }
  await expectCounted()

  // Another message in a ticket that is counted, but not listed.
  applyTicketEvent(cache, { action: 'update', ticketId: 2, ticket: mine(2) }, me)
  await expectCounted()

  // Such a ticket is read, and another one is closed.
  unread.delete(3)
  applyTicketEvent(cache, { action: 'updateUnread', ticketId: 3 }, me)
  await expectCounted()
  unread.delete(4)
  applyTicketEvent(cache, { action: 'delete', ticketId: 4, status: 'open' }, me)
  await expectCounted()

  function mine(id: number) {
    return ticket({ id, status: 'open', userId: me.id, unreadMessages: 1 })
  }
})
