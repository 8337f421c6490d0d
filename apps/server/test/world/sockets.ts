import { type EventName, type SessionUser, eventNames } from '@guiche/contract'
import { type Socket, io } from 'socket.io-client'
import type { App } from '../../src/app.ts'
import { eventually } from './eventually.ts'

export interface Listener {
  socket: Socket
  // oxlint-disable-next-line typescript/no-explicit-any
  events: { name: string; payload: any }[]
  of(name: EventName): Listener['events']
  close(): void
}

/** Rooms that a live socket joins. */
export interface Joins {
  lists?: string[]
  tickets?: number[]
  notification?: boolean
}

export interface Sockets {
  listen(user: SessionUser, publicToken: string, joins: Joins): Promise<Listener>
  close(): void
}

/** Live sockets of users, as their browsers open them. `url`: address of the listening server. */
export function createSockets({ deps }: App, url: () => Promise<string>): Sockets {
  const sockets = new Set<Socket>()
  return {
    listen,
    close: () => {
      for (const socket of sockets) socket.close()
    },
  }

  async function listen(
    user: SessionUser,
    publicToken: string,
    { lists = [], tickets = [], notification = false }: Joins,
  ): Promise<Listener> {
    // Earlier events must not arrive at this socket.
    await deps.publisher.idle()
    const socket = io(await url(), {
      auth: { token: publicToken },
      query: { companyId: user.companyId, userId: user.id },
      transports: ['websocket'],
      forceNew: true,
    })
    sockets.add(socket)
    const events: Listener['events'] = []
    const names = new Map<string, EventName>(
      (Object.keys(eventNames) as EventName[]).map((name) => [eventNames[name](user.companyId), name]),
    )
    socket.onAny((wire: string, payload: unknown) => events.push({ name: names.get(wire) ?? wire, payload }))
    await new Promise<void>((resolve, reject) => {
      socket.on('ready', () => resolve())
      socket.on('connect_error', reject)
    })
    for (const list of lists) socket.emit('joinTickets', list)
    if (notification) socket.emit('joinNotification')
    for (const ticket of tickets) socket.emit('joinChatBox', String(ticket))
    await joined(user.companyId, tickets, lists, socket)
    return {
      socket,
      events,
      of: (name) => events.filter((event) => event.name === name),
      close: () => void socket.close(),
    }
  }

  /** Joins are not acknowledged, so the server's rooms are checked. */
  async function joined(companyId: number, tickets: number[], lists: string[], socket: Socket): Promise<void> {
    const rooms = () => deps.live.io.of('/').adapter.sids.get(socket.id ?? '') ?? new Set<string>()
    await eventually(() => {
      const names = [...rooms()]
      const missing = [
        ...tickets.map((id) => `c${companyId}:ticket:${id}`),
        ...lists.map((list) => `c${companyId}:${list}:`),
      ].filter((wanted) => !names.some((name) => name.startsWith(wanted)))
      if (missing.length > 0) throw new Error(`not joined: ${missing.join(', ')}`)
    })
  }
}
