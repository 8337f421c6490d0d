import {
  type MessageView,
  type TicketBrief,
  type TicketEvent,
  createEventStream,
  createOvertaken,
} from '@guiche/contract'
import { type Socket, io } from 'socket.io-client'
import type { PhoneProcess, Worker } from '../apps/server/test/processes/phone-processes.ts'
import { type ListView, createListView } from './list-view.ts'

export type Seen = Pick<MessageView, 'id' | 'wid' | 'ticketId' | 'body' | 'ack' | 'fromMe' | 'isDeleted' | 'mediaUrl'>

/** In ms. */
const joinTimeout = 2000

interface MessageEvent {
  action: string
  message: Seen
  ticket?: TicketBrief
  seq?: number
  asOf?: number
}

/**
 * What an attendant's screen shows, kept up to date by events. After a lost connection it fetches the missed events,
 * and refetches everything only when the server says so.
 */
export interface LiveView {
  messages(ticketId: number): Seen[]
  /** The ticket lists beside the conversation. */
  lists: ListView
  /** How often it fetched missed events, and how often the server told it to refetch everything. */
  catchUps: { asked: number; resync: number }
  /** Acks that decreased although their event was newer. */
  wrongAcks: string[]
  /** Data of another company that it received. */
  foreign: string[]
  follow(ticketId: number): Promise<void>
  fetch(ticketId: number, markRead?: boolean): Promise<Seen[]>
  close(): void
}

export function openLiveView(worker: Worker, at: PhoneProcess, isForeign: (text: string) => boolean): LiveView {
  const shown = new Map<number, Seen>()
  const followed = new Set<number>()
  const wrongAcks: string[] = []
  const foreign: string[] = []
  const reached = new Map<number, number>()
  /** Messages changed by events during a fetch, by id; they are newer than the fetched pages. Undefined: deleted. */
  const meanwhile = new Map<number, Seen | undefined>()
  const isOvertaken = createOvertaken()
  const lists = createListView(worker, at)
  const catchUps = { asked: 0, resync: 0 }
  let fetching = 0
  let isClosed = false
  /** Of this connection. */
  let joining: Promise<unknown> = Promise.resolve()
  const socket: Socket = io(at.url, {
    auth: { token: worker.publicToken },
    query: { companyId: worker.companyId, userId: worker.id },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1000,
  })
  // The same event stream that the web application uses: it fetches missed events and keeps events in order.
  const stream = createEventStream({
    fetchMissed: async (after) => {
      const missed = await at.calls.ask('GET', `/events?after=${after}`, { token: worker.token })
      catchUps.asked += 1
      checkForeign(JSON.stringify(missed.events))
      return missed
    },
    deliver: ({ name, payload }) => hear(name, payload),
    resync: () => {
      catchUps.resync += 1
      unlessClosed(Promise.all([lists.fetch(), ...[...followed].map(follow)]))
    },
  })
  socket.on('connect', () => {
    stream.begin()
    for (const list of ['open', 'pending']) socket.emit('joinTickets', list)
    joining = Promise.all([...followed].map(join))
    unlessClosed(joining)
  })
  socket.onAny((name: string, payload: unknown) => {
    checkForeign(JSON.stringify([name, payload]))
    if (name !== 'ready') stream.receive({ name, payload })
  })
  let isFirst = true
  socket.on('ready', ({ seq }: { seq: number }) => {
    if (isFirst) unlessClosed(lists.fetch())
    isFirst = false
    unlessClosed(settle(seq))
  })
  return { messages, lists, catchUps, wrongAcks, foreign, follow, fetch: read, close }

  /** As in the web application: an event of a room that is joined later would be lost. */
  async function settle(seq: number): Promise<void> {
    const mine = joining
    await mine
    if (mine === joining && socket.connected) await stream.settle(seq)
  }

  /** Ignores errors after close: requests in flight fail because a new login has ended their session. */
  function unlessClosed(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!isClosed) throw error
    })
  }

  function hear(name: string, payload: unknown): void {
    const is = (kind: string) => name === `company-${worker.companyId}-${kind}`
    if (is('appMessage')) hearMessage(payload as MessageEvent)
    if (is('ticket')) lists.hear(payload as TicketEvent)
  }

  function hearMessage({ action, message, ticket, ...numbers }: MessageEvent): void {
    if (ticket) lists.upsert(ticket, numbers)
    if (isOvertaken(message.id, numbers)) return
    if (fetching > 0) meanwhile.set(message.id, action === 'delete' ? undefined : message)
    if (action === 'delete') shown.delete(message.id)
    else show(message)
  }

  function close(): void {
    isClosed = true
    socket.close()
  }

  function checkForeign(text: string): void {
    const others = /company-(\d+)/.exec(text)?.[1] ?? worker.companyId
    if (isForeign(text) || Number(others) !== worker.companyId) foreign.push(`${worker.name} was told ${text}`)
  }

  function show(message: Seen): void {
    const before = reached.get(message.id) ?? 0
    if (message.ack < before)
      wrongAcks.push(`${worker.name} saw message ${message.id} at ack ${before} and then at ${message.ack}`)
    reached.set(message.id, Math.max(before, message.ack))
    shown.set(message.id, message)
  }

  async function follow(ticketId: number): Promise<void> {
    followed.add(ticketId)
    fetching += 1
    try {
      await join(ticketId)
      for (const message of await read(ticketId)) if (!meanwhile.has(message.id)) shown.set(message.id, message)
    } finally {
      fetching -= 1
      if (fetching === 0) meanwhile.clear()
    }
  }

  /** Repeats the request until the server has answered it; one that fails for a moment ends the connection. */
  async function join(ticketId: number): Promise<void> {
    const { id } = socket
    let isJoined = false
    while (!isJoined && socket.connected && socket.id === id)
      isJoined = await socket
        .timeout(joinTimeout)
        .emitWithAck('joinChatBox', ticketId)
        .then(
          () => true,
          () => false,
        )
  }

  async function read(ticketId: number, markRead = false): Promise<Seen[]> {
    const all: Seen[] = []
    for (let hasMore = true, before = ''; hasMore; before = `&before=${all[0]?.id}`) {
      const path = `/messages/${ticketId}?markRead=${markRead}${before}`
      const page = await at.calls.ask('GET', path, { token: worker.token })
      checkForeign(JSON.stringify(page.messages))
      all.unshift(...page.messages)
      hasMore = page.hasMore && page.messages.length > 0
    }
    return all
  }

  function messages(ticketId: number): Seen[] {
    return [...shown.values()].filter((message) => message.ticketId === ticketId)
  }
}
