import type { TicketEvent, TicketStatus, TicketView } from '@guiche/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, vi } from 'vitest'
import { someMessage } from './some-message.ts'
import {
  type TicketPage,
  applyMessageEvent,
  applyTicketEvent,
  rowsOf,
  ticketKeys,
} from '../src/features/tickets/ticket-cache.ts'
import {
  type ListChoice,
  type ListName,
  type ListedTicket,
  type Viewer,
  byOrderOf,
} from '../src/features/tickets/ticket-lists.ts'

export interface Step {
  id: number
  what: 'accept' | 'colleague' | 'transfer' | 'queue' | 'return' | 'close' | 'reopen' | 'message' | 'answer' | 'read'
}

const listNames: ListName[] = ['open', 'pending', 'group', 'closed']
const queues = [10, 20]

export const everything: Omit<ListChoice, 'list'> = {
  queueIds: [],
  showAll: false,
  tags: [],
  users: [],
  connections: [],
  statuses: [],
  date: '',
  text: '',
  sort: 'newest',
}

/** A model of the server: its tickets, the lists that it would answer, and the events that it sends to this user. */
export function serverModel(viewer: Viewer, tickets: TicketView[], chosen: Partial<ListChoice> = {}) {
  const cache = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  const state = new Map(tickets.map((one) => [one.id, one]))
  const choices = listNames.map((list): ListChoice => ({ ...everything, ...chosen, list }))

  const hear = (event: TicketEvent) => applyTicketEvent(cache, event, viewer)
  const seen = (one: TicketView) =>
    one.userId === viewer.id ||
    viewer.seesAllTickets ||
    (one.queueId === null ? one.isGroup : queues.includes(one.queueId))
  /** Models the choice of rooms: events of assigned tickets go to their owner and to users who see all tickets. */
  const receives = (one: TicketView) =>
    seen(one) && (one.status !== 'open' || one.userId === viewer.id || viewer.seesAllTickets)

  function fetch(choice: ListChoice): TicketPage {
    const all = [...state.values()].filter((one) => seen(one) && isListed(one, choice)).toSorted(byOrderOf(choice))
    return { tickets: all.slice(0, 40), count: all.length, hasMore: all.length > 40 }
  }

  function isListed(one: TicketView, { list, queueIds, showAll }: ListChoice): boolean {
    if (queueIds.length > 0 && !(one.queueId !== null && queueIds.includes(one.queueId))) return false
    if (list === 'open') return one.status === 'open' && (showAll || one.userId === viewer.id)
    if (list === 'closed')
      return (
        one.status === 'closed' &&
        ![...state.values()].some((other) => other.id > one.id && other.contactId === one.contactId)
      )
    return one.status === list
  }

  const dataOf = (list: ListName) => {
    const choice = choices.find((one) => one.list === list)
    const data = choice && cache.getQueryData<{ pages: TicketPage[]; pageParams: number[] }>(ticketKeys.list(choice))
    if (!data) throw new Error(`${list} is not kept`)
    return data
  }
  const get = (id: number) => {
    const one = state.get(id)
    if (!one) throw new Error(`no ticket ${id}`)
    return one
  }

  const desk = {
    rows: (list: ListName) => rowsOf(dataOf(list)).tickets,
    ids: (list: ListName) => desk.rows(list).map(({ id }) => id),
    counts: () => Object.fromEntries(listNames.map((list) => [list, rowsOf(dataOf(list)).count])),
    willBeFetched: (list: ListName) => {
      vi.runAllTimers()
      return choices.some(
        (choice) => choice.list === list && cache.getQueryState(ticketKeys.list(choice))?.isInvalidated,
      )
    },
    expectFresh: () => {
      for (const choice of choices) {
        const { list } = choice
        const [kept, fresh] = [rowsOf(dataOf(list)), fetch(choice)]
        expect({ list, count: kept.count, ids: kept.tickets.map(({ id }) => id) }).toEqual({
          list,
          count: fresh.count,
          ids: fresh.tickets.map(({ id }) => id),
        })
        if (!desk.willBeFetched(list)) expect(kept).toEqual(fresh)
      }
    },
    move: (id: number, change: Partial<TicketView>) => {
      const before = get(id)
      const after = { ...before, ...change }
      state.set(id, after)
      if (receives(before)) hear({ action: 'delete', ticketId: id, status: before.status })
      if (receives(after)) hear({ action: 'update', ticketId: id, ticket: after })
    },
    receive: (id: number, change: Partial<TicketView>) => {
      const after = { ...get(id), ...change }
      state.set(id, after)
      if (receives(after))
        applyMessageEvent(cache, { action: 'update', message: message(id), ticket: brief(after) }, viewer)
    },
    receiveNew: (one: TicketView) => {
      state.set(one.id, one)
      applyMessageEvent(cache, { action: 'update', message: message(one.id), ticket: brief(one) }, viewer)
    },
    read: (id: number) => {
      const after = { ...get(id), unreadMessages: 0 }
      state.set(id, after)
      if (receives(after)) hear({ action: 'updateUnread', ticketId: id })
    },
    remove: (id: number) => {
      state.delete(id)
      hear({ action: 'delete', ticketId: id, status: null })
    },
    take: ({ id, what }: Step, moment: number) => {
      const one = get(id)
      const isOver = one.status === 'closed'
      if (what === 'reopen' && isOver) return desk.move(id, { status: 'open', userId: viewer.id, closedAt: null })
      if (isOver) return
      switch (what) {
        case 'accept':
          return desk.move(id, { status: 'open', userId: viewer.id })
        case 'colleague':
        case 'transfer':
          return desk.move(id, { status: 'open', userId: 99 })
        case 'queue':
          return desk.move(id, { status: 'pending', userId: null, queueId: one.queueId === 10 ? 20 : 10 })
        case 'return':
          return desk.move(id, { status: 'pending', userId: null })
        case 'close':
          return desk.move(id, { status: 'closed', closedAt: at(moment), unreadMessages: 0 })
        case 'message':
          return desk.receive(id, {
            lastMessageAt: at(moment),
            waitingSince: one.waitingSince ?? at(moment),
            unreadMessages: one.unreadMessages + 1,
          })
        case 'answer':
          return desk.receive(id, { lastMessageAt: at(moment), waitingSince: null, unreadMessages: 0 })
        case 'read':
          return desk.read(id)
        case 'reopen':
      }
    },
  }
  for (const choice of choices) cache.setQueryData(ticketKeys.list(choice), { pages: [fetch(choice)], pageParams: [1] })
  return desk
}

export function at(minute: number): string {
  return new Date(Date.UTC(2026, 10, 21, 0, minute)).toISOString()
}

export function ticket(given: Partial<TicketView> & { id: number; status: TicketStatus }): TicketView {
  const contactId = given.contactId ?? given.id
  return {
    uuid: `uuid-${given.id}`,
    companyId: 1,
    channel: 'webchat',
    refuses: [],
    isGroup: false,
    isBot: false,
    unreadMessages: 0,
    lastMessage: '',
    fromMe: false,
    lastMessageAck: null,
    lastMessageAuthor: null,
    lastMessageAt: at(0),
    transfer: null,
    hasFailed: false,
    waitingSince: null,
    userId: null,
    user: null,
    queueId: 10,
    queue: null,
    contactId,
    contact: {
      id: contactId,
      companyId: 1,
      name: 'Maria',
      number: '',
      email: 'maria@exemplo.com',
      profilePicUrl: '',
      urlPicture: null,
      isGroup: false,
      active: true,
      disableBot: false,
      acceptAudioMessage: true,
      lgpdAcceptedAt: null,
      channel: 'webchat',
      remoteJid: null,
      extraInfo: [],
      tags: [],
      contactTags: [],
      createdAt: at(0),
      updatedAt: at(0),
    },
    whatsappId: 3,
    whatsapp: null,
    tags: [],
    userRating: null,
    useIntegration: false,
    integrationId: null,
    queueIntegration: null,
    promptId: null,
    amountUsedBotQueues: 0,
    amountUsedBotQueuesNPS: 0,
    sendInactiveMessage: false,
    lgpdSendMessageAt: null,
    lgpdAcceptedAt: null,
    isOutOfHour: false,
    imported: null,
    closedAt: null,
    createdAt: at(0),
    updatedAt: at(0),
    ...given,
  }
}

function brief({ contact, ...core }: TicketView): ListedTicket {
  const { id, name, number, urlPicture, profilePicUrl, isGroup, channel, tags } = contact
  return { ...core, contact: { id, name, number, urlPicture, profilePicUrl, isGroup, channel, tags } }
}

const message = (ticketId: number) =>
  someMessage({ id: 1, ticketId, read: false, ack: 0, createdAt: at(0), updatedAt: at(0) })
