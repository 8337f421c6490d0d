import type { MessageView } from '@guiche/contract'
import { type Socket, io } from 'socket.io-client'
import type { PhoneProcess, Worker } from '../apps/server/test/phone-processes.ts'

export type Seen = Pick<MessageView, 'id' | 'wid' | 'ticketId' | 'body' | 'ack' | 'fromMe' | 'isDeleted'>

/** What an attendant's screen shows, kept up by events, and fetched anew after a line was lost. */
export interface LiveView {
  messages(ticketId: number): Seen[]
  /** Acks that went back. */
  wrongAcks: string[]
  follow(ticketId: number): Promise<void>
  fetch(ticketId: number, markRead?: boolean): Promise<Seen[]>
  close(): void
}

export function openLiveView(worker: Worker, at: PhoneProcess): LiveView {
  const shown = new Map<number, Seen>()
  const followed = new Set<number>()
  const wrongAcks: string[] = []
  const reached = new Map<number, number>()
  /** While a page is on its way, what comes meanwhile is newer than it. */
  const waiting: Seen[] = []
  let fetching = 0
  const socket: Socket = io(at.url, {
    auth: { token: worker.publicToken },
    query: { companyId: worker.companyId, userId: worker.id },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1000,
  })
  socket.on(`company-${worker.companyId}-appMessage`, (event: { action: string; message: Seen }) => {
    if (event.action === 'delete') return void shown.delete(event.message.id)
    if (fetching > 0) waiting.push(event.message)
    show(event.message)
  })
  socket.on('ready', () => void Promise.all([...followed].map(follow)))
  return { messages, wrongAcks, follow, fetch: read, close: () => void socket.close() }

  function show(message: Seen): void {
    const before = reached.get(message.id) ?? 0
    if (message.ack < before)
      wrongAcks.push(`${worker.name} saw message ${message.id} at ack ${before} and then at ${message.ack}`)
    reached.set(message.id, Math.max(before, message.ack))
    shown.set(message.id, message)
  }

  async function follow(ticketId: number): Promise<void> {
    followed.add(ticketId)
    socket.emit('joinChatBox', ticketId)
    fetching += 1
    try {
      for (const message of await read(ticketId)) shown.set(message.id, message)
      for (const message of waiting) show(message)
    } finally {
      fetching -= 1
      if (fetching === 0) waiting.length = 0
    }
  }

  async function read(ticketId: number, markRead = false): Promise<Seen[]> {
    const all: Seen[] = []
    for (let hasMore = true, before = ''; hasMore; before = `&before=${all[0]?.id}`) {
      const path = `/messages/${ticketId}?markRead=${markRead}${before}`
      const page = await at.calls.ask('GET', path, { token: worker.token })
      all.unshift(...page.messages)
      hasMore = page.hasMore && page.messages.length > 0
    }
    return all
  }

  function messages(ticketId: number): Seen[] {
    return [...shown.values()].filter((message) => message.ticketId === ticketId)
  }
}
