import type { KanbanCard, KanbanLane, TicketBrief, TicketView } from '@guiche/contract'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CardPages, cardsKey, lanesKey } from './board-keys.ts'
import { applyKanbanEvent, applyMessageEvent, applyTicketEvent, putCard, withCard, withoutCard } from './lane-cache.ts'

const budget = { id: 7, name: 'Orçamento', color: '#112233', kanban: 1 }
const shown = { searchParam: '' }
const viewer = { id: 1, isManager: false }

const card = (id: number, more: Partial<KanbanCard> = {}): KanbanCard => ({
  id,
  uuid: `uuid-${id}`,
  status: 'pending',
  channel: 'whatsapp',
  isGroup: false,
  unreadMessages: 0,
  lastMessage: 'Oi',
  fromMe: false,
  lastMessageAt: '2026-11-26T12:00:00.000Z',
  userId: null,
  user: null,
  queueId: 3,
  queue: { id: 3, name: 'Vendas', color: '#445566' },
  tags: [],
  contact: { id: id * 10, name: `Cliente ${id}`, number: '5531987654321', email: '' },
  place: id * 1_000_000,
  ...more,
})

const pagesOf = (cards: KanbanCard[], hasMore = false): CardPages => ({
  pages: [{ cards, hasMore }],
  pageParams: [undefined],
})

// Only these parts of a ticket are read.
const ticketOf = ({ place: _place, ...rest }: KanbanCard, more: object = {}) =>
  ({ ...rest, ...more }) as unknown as TicketView & TicketBrief

let cache: QueryClient
const board = () => ({ cache, shown, viewer })
const idsIn = (laneId: number) =>
  cache.getQueryData<CardPages>([...cardsKey(shown), laneId])?.pages.flatMap(({ cards }) => cards.map(({ id }) => id))
const counts = () => cache.getQueryData<KanbanLane[]>(lanesKey(shown))?.map(({ count }) => count)

beforeEach(() => {
  cache = new QueryClient()
  cache.setQueryData([...cardsKey(shown), 0], pagesOf([card(5), card(4), card(3)]))
  cache.setQueryData([...cardsKey(shown), 7], pagesOf([card(2, { tags: [budget] })]))
  const tag = { ...budget, companyId: 1, ticketsCount: '1', contactsCount: '0', createdAt: '', updatedAt: '' }
  cache.setQueryData(lanesKey(shown), [
    { tag: null, count: 3 },
    { tag, count: 1 },
  ])
})

describe('a card', () => {
  test('that was put into another lane moves there, to its place, and both lanes count it', () => {
    applyKanbanEvent(board(), { action: 'place', ticketId: 4, place: 1, seq: 10 })
    applyTicketEvent(board(), {
      action: 'update',
      ticketId: 4,
      ticket: ticketOf(card(4, { tags: [budget] })),
      seq: 11,
    })

    expect([idsIn(0), idsIn(7), counts()]).toEqual([
      [5, 3],
      [2, 4],
      [2, 2],
    ])
  })

  test('shows a new message, and stays where it is', () => {
    applyMessageEvent(board(), {
      action: 'create',
      // Nothing of the message is read.
      message: {} as never,
      ticket: ticketOf(card(3), { lastMessage: 'E então?', unreadMessages: 2 }),
      contact: { name: '', urlPicture: null },
      seq: 12,
    })

    expect(idsIn(0)).toEqual([5, 4, 3])
    const pages = cache.getQueryData<CardPages>([...cardsKey(shown), 0])
    expect(pages?.pages[0]?.cards[2]).toEqual(card(3, { lastMessage: 'E então?', unreadMessages: 2 }))
  })

  test.each([
    ['was closed', { status: 'closed' }],
    ['is served by a colleague', { status: 'open', userId: 2 }],
  ])('of a ticket that %s leaves the board', (_what, more) => {
    applyTicketEvent(board(), { action: 'update', ticketId: 5, ticket: ticketOf(card(5), more), seq: 13 })

    expect([idsIn(0), counts()]).toEqual([
      [4, 3],
      [2, 1],
    ])
  })

  test('stays for who accepts it, and for managers', () => {
    const accepted = ticketOf(card(5), { status: 'open', userId: 1 })
    applyTicketEvent(board(), { action: 'update', ticketId: 5, ticket: accepted, seq: 14 })
    const other = ticketOf(card(4), { status: 'open', userId: 2 })
    applyTicketEvent(
      { ...board(), viewer: { id: 1, isManager: true } },
      { action: 'update', ticketId: 4, ticket: other, seq: 15 },
    )

    expect(idsIn(0)).toEqual([5, 4, 3])
  })

  test('is not moved back by an event that was overtaken', () => {
    applyTicketEvent(board(), { action: 'update', ticketId: 4, ticket: ticketOf(card(4, { tags: [budget] })), seq: 21 })
    applyTicketEvent(board(), { action: 'update', ticketId: 4, ticket: ticketOf(card(4)), seq: 20 })

    expect([idsIn(0), idsIn(7)]).toEqual([
      [5, 3],
      [4, 2],
    ])
  })

  test('of another queue than those that are shown is taken off', () => {
    const ofQueues = { queueIds: [3], searchParam: '' }
    cache.setQueryData([...cardsKey(ofQueues), 0], pagesOf([card(5)]))
    applyTicketEvent(
      { cache, shown: ofQueues, viewer },
      { action: 'update', ticketId: 5, ticket: ticketOf(card(5), { queueId: 4 }), seq: 22 },
    )

    expect(cache.getQueryData<CardPages>([...cardsKey(ofQueues), 0])?.pages[0]?.cards).toEqual([])
  })
})

describe('the pages of a lane', () => {
  const pages: CardPages = {
    pages: [
      { cards: [card(9), card(8)], hasMore: true },
      { cards: [card(6), card(5)], hasMore: true },
    ],
    pageParams: [undefined, 'x'],
  }
  const ids = (data: CardPages) => data.pages.map(({ cards }) => cards.map(({ id }) => id))

  test('take a card at its place', () => {
    expect(ids(withCard(pages, card(10)))).toEqual([
      [10, 9, 8],
      [6, 5],
    ])
    expect(ids(withCard(pages, card(7)))).toEqual([
      [9, 8],
      [7, 6, 5],
    ])
    expect(ids(withCard(pages, card(9, { place: 5_500_000 })))).toEqual([[8], [6, 9, 5]])
  })

  test('do not take one that stands below what is loaded, unless everything is', () => {
    expect(ids(withCard(pages, card(1)))).toEqual(ids(pages))
    expect(ids(withCard(pagesOf([card(2)]), card(1)))).toEqual([[2, 1]])
    expect(ids(withCard(pagesOf([]), card(1)))).toEqual([[1]])
  })

  test('stay the same object if nothing that is shown has changed', () => {
    expect(withCard(pages, card(9))).toBe(pages)
    expect(withoutCard(pages, 1)).toBe(pages)
  })
})

test('a card with two lanes is in both', () => {
  const done = { ...budget, id: 8 }
  cache.setQueryData([...cardsKey(shown), 8], pagesOf([]))
  putCard(cache, shown, card(3, { tags: [budget, done] }))

  expect([idsIn(0), idsIn(7), idsIn(8)]).toEqual([[5, 4], [3, 2], [3]])
})
