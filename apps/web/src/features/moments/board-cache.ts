import {
  type AttendantsEvent,
  type ContactEvent,
  type MessageEvent,
  type MomentsBoard,
  type MomentsTicket,
  type TicketBrief,
  type TicketEvent,
  type UserEvent,
  createOvertaken,
  isWaiting,
} from '@guiche/contract'
import type { QueryClient } from '@tanstack/react-query'
import { afterFetches } from '../../lib/cache/fetches.ts'
import { createJournal } from '../../lib/cache/journal.ts'
import { perCache } from '../../lib/cache/per-cache.ts'
import { boardKey } from './moments.api.ts'

/** All changes of the cached board are made here. After any event it equals what a fetch would give. */

/** Managers see what everybody serves, others what they serve themselves. */
export interface BoardViewer {
  id: number
  isManager: boolean
}

type Part = 'served' | 'waiting'
type Effect = (board: MomentsBoard) => MomentsBoard

export function applyTicketEvent(cache: QueryClient, event: TicketEvent, viewer: BoardViewer): void {
  const ticketId = event.action === 'update' ? event.ticket.id : event.ticketId
  if (event.action === 'updateUnread' || overtakenIn(cache)(ticketId, event)) return
  if (event.action === 'update') return applyEffect(cache, (board) => place(board, event.ticket, viewer))
  const { status } = event
  applyEffect(cache, (board) => removeFrom(removeFrom(board, 'served', ticketId, status), 'waiting', ticketId, status))
}

/** A message event carries its ticket's current state. */
export function applyMessageEvent(cache: QueryClient, event: MessageEvent, viewer: BoardViewer): void {
  if (event.action === 'delete' || !event.ticket || overtakenIn(cache)(event.ticket.id, event)) return
  const { ticket } = event
  applyEffect(cache, (board) => place(board, ticket, viewer))
}

export function applyContactEvent(cache: QueryClient, event: ContactEvent): void {
  if (event.action === 'delete' || event.action === 'reload') return
  const { id, name, urlPicture } = event.contact
  const rename = (ticket: MomentsTicket): MomentsTicket =>
    ticket.contact.id === id ? { ...ticket, contact: { id, name, urlPicture } } : ticket
  applyEffect(cache, ({ served, waiting, ...board }) => ({
    ...board,
    served: { ...served, tickets: served.tickets.map(rename) },
    waiting: { ...waiting, tickets: waiting.tickets.map(rename) },
  }))
}

export function applyAttendantsEvent(cache: QueryClient, { attendants: changes }: AttendantsEvent): void {
  const byId = new Map(changes.map((change) => [change.id, change]))
  applyEffect(cache, (board) => ({
    ...board,
    attendants: board.attendants.map((attendant) => {
      const change = byId.get(attendant.id)
      return change ? { ...attendant, ...change } : attendant
    }),
  }))
}

export function applyUserEvent(cache: QueryClient, event: UserEvent): void {
  if (event.action === 'delete') {
    const id = Number(event.userId)
    return applyEffect(cache, (board) => ({ ...board, attendants: board.attendants.filter((one) => one.id !== id) }))
  }
  // Only the server knows what a new user has, and their place.
  if (event.action === 'create') return void cache.invalidateQueries({ queryKey: boardKey })
  const { id, name, profileImage, online, queues } = event.user
  applyEffect(cache, (board) => ({
    ...board,
    attendants: board.attendants.map((attendant) =>
      attendant.id === id
        ? {
            ...attendant,
            name: name ?? attendant.name,
            profileImage: profileImage === undefined ? attendant.profileImage : profileImage,
            online: online ?? attendant.online,
            queues: queues ?? attendant.queues,
          }
        : attendant,
    ),
  }))
}

function partOf({ status, userId }: MomentsTicket, viewer: BoardViewer): Part | undefined {
  if (isWaiting(status)) return 'waiting'
  return status === 'open' && (viewer.isManager || userId === viewer.id) ? 'served' : undefined
}

function place(board: MomentsBoard, news: TicketBrief, viewer: BoardViewer): MomentsBoard {
  const ticket = shownPart(news)
  const part = partOf(ticket, viewer)
  const others = (['served', 'waiting'] as const).filter((other) => other !== part)
  const cleared = others.reduce((rest, other) => removeFrom(rest, other, ticket.id, null), board)
  return part ? putInto(cleared, part, ticket) : cleared
}

/** Most messages change nothing that is shown. Then the board stays the same, and nothing is drawn again. */
function putInto(board: MomentsBoard, part: Part, ticket: MomentsTicket): MomentsBoard {
  const { tickets, count } = board[part]
  const known = tickets.find(({ id }) => id === ticket.id)
  if (known && JSON.stringify(known) === JSON.stringify(ticket)) return board
  const others = tickets.filter(({ id }) => id !== ticket.id)
  return {
    ...board,
    [part]: { tickets: [...others, ticket].toSorted(byWait), count: count + (known ? 0 : 1) },
  }
}

/** `status`: that of the list which it left; null for any. */
function removeFrom(
  board: MomentsBoard,
  part: Part,
  ticketId: number,
  status: MomentsTicket['status'] | null,
): MomentsBoard {
  const { tickets, count } = board[part]
  const known = tickets.find(({ id }) => id === ticketId)
  if (!known || (status !== null && known.status !== status)) return board
  return {
    ...board,
    [part]: { tickets: tickets.filter((ticket) => ticket !== known), count: Math.max(0, count - 1) },
  }
}

/** In the order of the fields in an answer, so that both can be compared as text. */
function shownPart({ contact, ...ticket }: TicketBrief): MomentsTicket {
  const { id, uuid, status, channel, isBot, userId, queueId, queue, waitingSince } = ticket
  return {
    id,
    uuid,
    status,
    channel,
    isBot,
    userId,
    queueId,
    queue,
    waitingSince,
    contact: { id: contact.id, name: contact.name, urlPicture: contact.urlPicture },
  }
}

/** The server's order: the longest wait first, and last those whose customers have an answer. */
function byWait(a: MomentsTicket, b: MomentsTicket): number {
  if (a.waitingSince === b.waitingSince) return a.id - b.id
  if (a.waitingSince === null) return 1
  if (b.waitingSince === null) return -1
  return a.waitingSince < b.waitingSince ? -1 : 1
}

/** In ms. Events are collected, so that a busy minute draws the board four times a second at most. */
const pause = 250

interface Changes {
  note: (effect: Effect) => void
}

const changesIn = perCache((cache): Changes => {
  const journal = createJournal<Effect>()
  let collected: Effect[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const apply = (effects: Effect[]) =>
    cache.setQueryData<MomentsBoard>(boardKey, (board) => board && effects.reduce((now, effect) => effect(now), board))
  afterFetches(cache, boardKey, (_key, since) => void apply(journal.since(since)))
  return {
    note: (effect) => {
      journal.note(effect)
      collected.push(effect)
      timer ??= setTimeout(() => {
        timer = undefined
        const effects = collected
        collected = []
        apply(effects)
      }, pause)
    },
  }
})

const applyEffect = (cache: QueryClient, effect: Effect): void => changesIn(cache).note(effect)
const overtakenIn = perCache(createOvertaken)
