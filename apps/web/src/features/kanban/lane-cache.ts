import {
  type ContactEvent,
  type KanbanCard,
  type KanbanEvent,
  type KanbanLane,
  type MessageEvent,
  type TicketBrief,
  type TicketEvent,
  createOvertaken,
  defaultLane,
  isOnBoard,
} from '@guiche/contract'
import type { QueryClient } from '@tanstack/react-query'
import { askAgain } from '../../lib/cache/fetches.ts'
import { perCache } from '../../lib/cache/per-cache.ts'
import { refetchSoon } from '../../lib/cache/refetch-soon.ts'
import { type CardPages, type Shown, boardKey, cardsKey, laneIdOf, lanesKey } from './board-keys.ts'

/** All changes of the cached lanes are made here. After any event they equal what a fetch would give. */

/** Managers see what everybody serves, others what they serve themselves. */
export interface BoardViewer {
  id: number
  isManager: boolean
}

interface Board {
  cache: QueryClient
  shown: Shown
  viewer: BoardViewer
}

/** The part of a card that events about its ticket tell. */
type News = Omit<KanbanCard, 'place' | 'contact'> & { contact: Pick<KanbanCard['contact'], 'id' | 'name' | 'number'> }

export function applyTicketEvent(board: Board, event: TicketEvent): void {
  const ticketId = event.action === 'update' ? event.ticket.id : event.ticketId
  if (event.action === 'updateUnread' || ticketsIn(board.cache)(ticketId, event)) return
  if (event.action === 'update') return applyNews(board, event.ticket)
  const { status } = event
  const known = findCard(board, ticketId)
  if (known && (status === null || known.status === status)) dropCard(board, ticketId)
}

/** A message event carries its ticket's current state. */
export function applyMessageEvent(board: Board, event: MessageEvent): void {
  if (event.action === 'delete' || !event.ticket || ticketsIn(board.cache)(event.ticket.id, event)) return
  applyNews(board, event.ticket)
}

/** Comes before the event of the ticket that tells the lane. */
export function applyKanbanEvent(board: Board, event: KanbanEvent): void {
  if (event.action === 'reload') return void board.cache.invalidateQueries({ queryKey: boardKey })
  const { ticketId, place } = event
  if (movesIn(board.cache)(ticketId, event)) return
  placesIn(board.cache).set(ticketId, place)
  const known = findCard(board, ticketId)
  if (known) putCard(board.cache, board.shown, { ...known, place })
}

export function applyContactEvent(board: Board, event: ContactEvent): void {
  if (event.action === 'delete' || event.action === 'reload') return
  const { id, name, number } = event.contact
  eachLane(board, (pages) =>
    mapped(pages, (card) => (card.contact.id === id ? { ...card, contact: { ...card.contact, name, number } } : card)),
  )
}

function applyNews(board: Board, ticket: TicketBrief): void {
  const news = shownPart(ticket)
  if (!isWanted(board, news)) return dropCard(board, news.id)
  const known = findCard(board, news.id)
  if (known)
    return putCard(board.cache, board.shown, {
      ...known,
      ...news,
      contact: { ...known.contact, ...news.contact },
    })
  // Only the server knows whether it is new or stands below what is loaded, unless its place tells.
  const place = placesIn(board.cache).get(news.id) ?? news.id * gap
  const isLoaded = lanesOf(news).some((laneId) => {
    const pages = board.cache.getQueryData<CardPages>([...cardsKey(board.shown), laneId])
    return pages !== undefined && !isBeyond(pages, { id: news.id, place })
  })
  if (!isLoaded) return
  for (const laneId of lanesOf(news)) refetchSoon(board.cache, [...cardsKey(board.shown), laneId])
  refetchSoon(board.cache, lanesKey(board.shown))
}

/** As the server places cards that nobody has put anywhere. */
const gap = 1_000_000

function isWanted({ shown, viewer }: Board, { status, userId, queueId }: News): boolean {
  if (!isOnBoard(status) || (status === 'open' && !viewer.isManager && userId !== viewer.id)) return false
  // What one does not see is not told, so a ticket without a queue is one that the server lists.
  return !shown.queueIds || queueId === null || shown.queueIds.includes(queueId)
}

const lanesOf = ({ tags }: Pick<KanbanCard, 'tags'>): number[] => {
  const lanes = tags.filter(({ kanban }) => kanban === 1).map(({ id }) => id)
  return lanes.length > 0 ? lanes : [defaultLane]
}

function findCard({ cache, shown }: Pick<Board, 'cache' | 'shown'>, id: number): KanbanCard | undefined {
  for (const [, pages] of cache.getQueriesData<CardPages>({ queryKey: cardsKey(shown) })) {
    const card = pages?.pages.flatMap(({ cards }) => cards).find((one) => one.id === id)
    if (card) return card
  }
  return undefined
}

/** Puts the card into its lanes and takes it out of all others. */
export function putCard(cache: QueryClient, shown: Shown, card: KanbanCard): void {
  const wanted = lanesOf(card)
  eachLane({ cache, shown }, (pages, laneId) =>
    wanted.includes(laneId) ? withCard(pages, card) : withoutCard(pages, card.id),
  )
}

const dropCard = (board: Pick<Board, 'cache' | 'shown'>, id: number): void =>
  eachLane(board, (pages) => withoutCard(pages, id))

/** Changes the pages of each lane, and counts what came and went. */
function eachLane(
  { cache, shown }: Pick<Board, 'cache' | 'shown'>,
  change: (pages: CardPages, laneId: number) => CardPages,
): void {
  askAgain(cache, cardsKey(shown))
  askAgain(cache, lanesKey(shown))
  const counts = new Map<number, number>()
  for (const [key, pages] of cache.getQueriesData<CardPages>({ queryKey: cardsKey(shown) })) {
    const laneId = Number(key.at(-1))
    if (!pages) continue
    const changed = change(pages, laneId)
    if (changed === pages) continue
    cache.setQueryData<CardPages>(key, changed)
    const difference = lengthOf(changed) - lengthOf(pages)
    if (difference !== 0) counts.set(laneId, difference)
  }
  if (counts.size === 0) return
  cache.setQueryData<KanbanLane[]>(lanesKey(shown), (lanes) =>
    lanes?.map((lane) => ({ ...lane, count: Math.max(0, lane.count + (counts.get(laneIdOf(lane)) ?? 0)) })),
  )
}

const lengthOf = ({ pages }: CardPages) => pages.reduce((sum, { cards }) => sum + cards.length, 0)

function mapped(data: CardPages, change: (card: KanbanCard) => KanbanCard): CardPages {
  if (data.pages.every(({ cards }) => cards.every((card) => change(card) === card))) return data
  return { ...data, pages: data.pages.map((page) => ({ ...page, cards: page.cards.map(change) })) }
}

export function withoutCard(data: CardPages, id: number): CardPages {
  if (!data.pages.some(({ cards }) => cards.some((card) => card.id === id))) return data
  return { ...data, pages: data.pages.map((page) => ({ ...page, cards: page.cards.filter((card) => card.id !== id) })) }
}

/** Most messages change nothing that is shown. Then the lane stays the same, and nothing is drawn again. */
export function withCard(data: CardPages, card: KanbanCard): CardPages {
  const known = data.pages.flatMap(({ cards }) => cards).find(({ id }) => id === card.id)
  if (known && JSON.stringify(known) === JSON.stringify(card)) return data
  if (known && known.place === card.place) return mapped(data, (one) => (one.id === card.id ? card : one))
  const rest = withoutCard(data, card.id)
  const index = rest.pages.findIndex(({ cards }) => {
    const last = cards.at(-1)
    return last !== undefined && isAbove(card, last)
  })
  // It stands below all that is loaded: on the last page, or on one that is not loaded yet.
  if (index === -1 && isBeyond(rest, card)) return rest
  const at = index === -1 ? rest.pages.length - 1 : index
  const pages = rest.pages.map((page, nth) =>
    nth === at ? { ...page, cards: [...page.cards, card].toSorted((a, b) => (isAbove(a, b) ? -1 : 1)) } : page,
  )
  return { ...rest, pages }
}

type Placed = Pick<KanbanCard, 'id' | 'place'>

const isAbove = (a: Placed, b: Placed) => (a.place === b.place ? a.id > b.id : a.place > b.place)

function isBeyond({ pages }: CardPages, card: Placed): boolean {
  if (!pages.at(-1)?.hasMore) return false
  const last = pages.flatMap(({ cards }) => cards).at(-1)
  return last === undefined || !isAbove(card, last)
}

/** In the order of the fields in an answer, so that both can be compared as text. */
function shownPart(ticket: TicketBrief): News {
  const { id, uuid, status, channel, isGroup, unreadMessages, lastMessage, fromMe, lastMessageAt } = ticket
  const { userId, user, queueId, queue, contact } = ticket
  return {
    id,
    uuid,
    status,
    channel,
    isGroup,
    unreadMessages,
    lastMessage,
    fromMe,
    lastMessageAt,
    userId,
    user,
    queueId,
    queue,
    tags: ticket.tags.filter(({ kanban }) => kanban === 1),
    contact: { id: contact.id, name: contact.name, number: contact.number },
  }
}

/** Where a card lands between two others, until the server answers. */
export function placeBetween(above: Placed | undefined, below: Placed | undefined): number {
  if (!above) return below ? below.place + 1 : 0
  return below ? (above.place + below.place) / 2 : above.place - 1
}

const ticketsIn = perCache(createOvertaken)
const movesIn = perCache(createOvertaken)
/** What was told of cards that are not loaded. */
const placesIn = perCache(() => new Map<number, number>())
