import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Step, at, serverModel, everything, ticket } from '../../../test/server-model.ts'
import { type TicketPage, applyTicketEvent, rowsOf, ticketKeys } from './ticket-cache.ts'
import { ticketList } from './tickets.api.ts'
import type { ListChoice, Viewer } from './ticket-lists.ts'

const me: Viewer = { id: 7, isAdmin: false, seesAllTickets: false }
const admin: Viewer = { id: 1, isAdmin: true, seesAllTickets: true }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('after an event every list equals a fresh fetch', () => {
  test('accepting moves the ticket from Aguardando to Atendendo', () => {
    const desk = serverModel(me, [ticket({ id: 1, status: 'pending' }), ticket({ id: 2, status: 'pending' })])

    desk.move(1, { status: 'open', userId: me.id })

    expect(desk.ids('pending')).toEqual([2])
    expect(desk.ids('open')).toEqual([1])
    expect(desk.counts()).toEqual({ open: 1, pending: 1, group: 0, closed: 0 })
    desk.expectFresh()
  })

  test('a ticket accepted by a colleague disappears', () => {
    const desk = serverModel(me, [ticket({ id: 1, status: 'pending' })])

    desk.move(1, { status: 'open', userId: 99 })

    expect(desk.counts()).toEqual({ open: 0, pending: 0, group: 0, closed: 0 })
    desk.expectFresh()
  })

  test('transferring to a colleague, and to one of my queues', () => {
    const desk = serverModel(me, [
      ticket({ id: 1, status: 'open', userId: me.id }),
      ticket({ id: 2, status: 'open', userId: me.id }),
    ])

    desk.move(1, { userId: 99 })
    desk.move(2, { status: 'pending', userId: null, queueId: 20 })

    expect(desk.ids('open')).toEqual([])
    expect(desk.ids('pending')).toEqual([2])
    desk.expectFresh()
  })

  test('an older event that arrives after a newer one changes nothing', () => {
    const cache = new QueryClient()
    const choice: ListChoice = { ...everything, list: 'open' }
    const mine = ticket({ id: 1, status: 'open', userId: me.id })
    cache.setQueryData(ticketKeys.list(choice), {
      pages: [{ tickets: [mine], count: 1, hasMore: false }],
      pageParams: [1],
    })
    const hear = (unreadMessages: number, seq: number) =>
      applyTicketEvent(cache, { action: 'update', ticketId: 1, ticket: { ...mine, unreadMessages }, seq }, me)
    const unread = () =>
      cache.getQueryData<{ pages: TicketPage[] }>(ticketKeys.list(choice))?.pages[0]?.tickets[0]?.unreadMessages

    hear(3, 12)
    hear(2, 11)
    expect(unread()).toBe(3)
  })

  test('closing and reopening', () => {
    const desk = serverModel(me, [ticket({ id: 1, status: 'open', userId: me.id })])

    desk.move(1, { status: 'closed', closedAt: at(500), unreadMessages: 0 })
    expect(desk.ids('closed')).toEqual([1])
    desk.expectFresh()

    desk.move(1, { status: 'open', userId: me.id, closedAt: null })
    expect(desk.ids('closed')).toEqual([])
    expect(desk.ids('open')).toEqual([1])
    desk.expectFresh()
  })

  test('a message moves its ticket to the top with its unread count', () => {
    const desk = serverModel(
      me,
      [1, 2, 3].map((id) => ticket({ id, status: 'open', userId: me.id, lastMessageAt: at(id) })),
    )

    desk.receive(1, { lastMessage: 'Oi', lastMessageAt: at(900), unreadMessages: 1 })

    expect(desk.ids('open')).toEqual([1, 3, 2])
    expect(desk.rows('open')[0]).toMatchObject({
      lastMessage: 'Oi',
      unreadMessages: 1,
      contact: { email: 'maria@exemplo.com' },
    })
    desk.expectFresh()
  })

  test('a message of a contact without an active ticket adds a new one and removes the old one from the closed view', () => {
    const desk = serverModel(me, [ticket({ id: 1, status: 'closed', contactId: 5, closedAt: at(5) })])

    desk.receiveNew(ticket({ id: 2, status: 'pending', contactId: 5, lastMessageAt: at(900) }))

    expect(desk.ids('pending')).toEqual([2])
    expect(desk.ids('closed')).toEqual([])
    desk.expectFresh()
  })

  test('reading a ticket', () => {
    const desk = serverModel(me, [ticket({ id: 1, status: 'open', userId: me.id, unreadMessages: 4 })])

    desk.read(1)

    expect(desk.rows('open')[0]?.unreadMessages).toBe(0)
    desk.expectFresh()
  })

  test('a deleted ticket, and one that is no longer visible', () => {
    const desk = serverModel(me, [
      ticket({ id: 1, status: 'group', isGroup: true }),
      ticket({ id: 2, status: 'pending' }),
    ])

    desk.remove(1)
    desk.remove(2)

    expect(desk.counts()).toEqual({ open: 0, pending: 0, group: 0, closed: 0 })
  })

  test("an admin who shows all tickets sees changes of everybody's tickets", () => {
    const desk = serverModel(admin, [ticket({ id: 1, status: 'open', userId: 50 })], { showAll: true })

    desk.move(1, { userId: 60 })

    expect(desk.rows('open')).toMatchObject([{ id: 1, userId: 60 }])
    desk.expectFresh()
  })

  test('tickets of unselected queues are left out', () => {
    const desk = serverModel(me, [ticket({ id: 1, status: 'pending', queueId: 10 })], { queueIds: [10] })

    desk.move(1, { queueId: 20 })

    expect(desk.ids('pending')).toEqual([])
    desk.expectFresh()
  })

  test('by the longest wait, a row keeps its position while its customer writes on, and sinks when answered', () => {
    const desk = serverModel(
      me,
      [1, 2, 3].map((id) => ticket({ id, status: 'open', userId: me.id, waitingSince: at(id), lastMessageAt: at(id) })),
      { sort: 'longestWait' },
    )

    desk.receive(2, { lastMessage: 'Oi?', lastMessageAt: at(900), unreadMessages: 1 })
    expect(desk.ids('open')).toEqual([1, 2, 3])
    desk.receive(1, { lastMessageAt: at(901), waitingSince: null })

    expect(desk.ids('open')).toEqual([2, 3, 1])
    desk.expectFresh()
  })

  test('by day, a listed ticket stays with its news, and whether another one belongs is asked', () => {
    const desk = serverModel(me, [ticket({ id: 1, status: 'pending' })], { date: '2026-11-21' })

    desk.receive(1, { lastMessage: 'Oi', lastMessageAt: at(900) })
    expect(desk.rows('pending')).toMatchObject([{ id: 1, lastMessage: 'Oi' }])
    expect(desk.willBeFetched('pending')).toBe(false)

    desk.receiveNew(ticket({ id: 2, status: 'pending', contactId: 9, lastMessageAt: at(901) }))
    expect(desk.ids('pending')).toEqual([1])
    expect(desk.willBeFetched('pending')).toBe(true)
  })

  test.each(['newest', 'longestWait'] as const)('any sequence of events, %s', (sort) => {
    expect.hasAssertions()
    fc.assert(
      fc.property(fc.boolean(), fc.array(anything, { maxLength: 30 }), (isAdmin, steps) => {
        const desk = serverModel(
          isAdmin ? admin : me,
          [1, 2, 3, 4, 5, 6].map((id) => ticket({ id, contactId: id, status: 'pending', lastMessageAt: at(id) })),
          { showAll: isAdmin, sort },
        )
        steps.forEach((step, index) => desk.take(step, index + 100))
        desk.expectFresh()
      }),
      { numRuns: 200, seed: 1 },
    )
  })
})

describe('a partly loaded list', () => {
  const many = Array.from({ length: 50 }, (_, index) =>
    ticket({ id: index + 1, contactId: index + 1, status: 'pending', lastMessageAt: at(index) }),
  )

  test('is refetched when one of its rows leaves, because only the server knows the next row', () => {
    const desk = serverModel(me, many)

    desk.move(50, { status: 'open', userId: 99 })

    expect(desk.counts().pending).toBe(49)
    expect(desk.willBeFetched('pending')).toBe(true)
  })

  test('is not refetched when a loaded row moves up', () => {
    const desk = serverModel(me, many)

    desk.receive(40, { lastMessageAt: at(900), unreadMessages: 2 })

    expect(desk.ids('pending')[0]).toBe(40)
    expect(desk.counts().pending).toBe(50)
    expect(desk.willBeFetched('pending')).toBe(false)
  })
})

describe('events that arrive during a fetch', () => {
  const row = (id: number) => ticket({ id, status: 'pending', contactId: id, lastMessageAt: at(id) })
  const answerWith = (page: TicketPage) => Response.json(page)
  beforeEach(() => void vi.useRealTimers())
  afterEach(() => vi.unstubAllGlobals())

  test('are applied to its answer', async () => {
    const { cache, ids, loaded, answers } = pendingList()

    applyTicketEvent(cache, { action: 'delete', ticketId: 1, status: 'pending' }, me)
    applyTicketEvent(cache, { action: 'update', ticketId: 1, ticket: { ...row(1), status: 'open', userId: 99 } }, me)
    answers[0].resolve(answerWith({ tickets: [row(2), row(1)], count: 2, hasMore: false }))
    await loaded()

    expect(ids()).toEqual([2])
  })

  test('are not lost with the next page', async () => {
    const { cache, list, ids, loaded, answers } = pendingList()
    const first = Array.from({ length: 40 }, (_, nth) => row(100 - nth))
    answers[0].resolve(answerWith({ tickets: first, count: 41, hasMore: true }))
    await loaded()

    const loading = list.fetchNextPage()
    applyTicketEvent(cache, { action: 'update', ticketId: 200, ticket: row(200) }, me)
    expect(ids()[0]).toBe(200)
    answers[1].resolve(answerWith({ tickets: [row(1)], count: 42, hasMore: false }))
    await loading

    expect(ids()[0]).toBe(200)
    expect(ids()).toHaveLength(42)
  })

  /** The list of waiting tickets, whose pages wait for these answers. */
  function pendingList() {
    const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()] as const
    const waiting = answers.map(({ promise }) => promise)
    vi.stubGlobal('fetch', () => waiting.shift())
    const cache = new QueryClient()
    const choice: ListChoice = { ...everything, list: 'pending' }
    const list = new InfiniteQueryObserver(cache, ticketList(choice))
    onTestFinished(list.subscribe(() => undefined))
    const shown = () => cache.getQueryData<InfiniteData<TicketPage, number>>(ticketKeys.list(choice))
    const ids = () => rowsOf(shown() ?? { pages: [], pageParams: [] }).tickets.map(({ id }) => id)
    const loaded = () => vi.waitFor(() => expect(shown()).toBeDefined())
    return { cache, list, ids, loaded, answers }
  }
})

const anything: fc.Arbitrary<Step> = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  what: fc.constantFrom(
    'accept',
    'colleague',
    'transfer',
    'queue',
    'return',
    'close',
    'reopen',
    'message',
    'answer',
    'read',
  ),
})
