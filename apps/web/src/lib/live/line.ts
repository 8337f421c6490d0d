import {
  type EventName,
  type EventPayloads,
  type SessionUser,
  api,
  type clientEvents,
  createEventStream,
  eventNames,
} from '@guiche/contract'
import { type Socket, io } from 'socket.io-client'
import { call, refreshSession } from '../api.ts'
import { queries } from '../cache/queries.ts'
import { readOwnAddresses } from '../own-addresses.ts'
import { storage } from '../browser/storage.ts'
import { pauseBefore } from './pause.ts'

export type LineStatus = 'online' | 'reconnecting' | 'offline'

export interface LineState {
  /** `offline`: this device has no network. */
  status: LineStatus
  /** Since when there is no line. */
  since?: Date
  /** When it is tried again. */
  retryAt?: Date
}

type ClientEvents = typeof clientEvents
export type ClientEvent = keyof ClientEvents
export type ClientPayload<E extends ClientEvent> = ClientEvents[E]['_zod']['input']
type Listener = (payload: never) => void

let socket: Socket | undefined
let wireNames = new Map<string, EventName>()
let state: LineState = { status: 'online' }
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined

const watchers = new Set<() => void>()
const listeners = new Map<EventName, Set<Listener>>()
const joins = new Map<string, { event: ClientEvent; payload: unknown; count: number }>()

const stream = createEventStream({
  fetchMissed: (after) => call(api.catchUp, { query: { after } }) as Promise<Fetched>,
  deliver: ({ name, payload }) => {
    const event = wireNames.get(name)
    // The server sends what the contract says of this name.
    for (const listener of (event && listeners.get(event)) ?? []) listener(payload as never)
  },
  resync: () => void queries.invalidateQueries(),
})
type Fetched = { events: { name: string; payload: unknown }[]; seq: number; resync: boolean }

/** The one socket of the application. It is opened when somebody is logged in, and stays as long as they are. */
export function openLine({ id, companyId }: Pick<SessionUser, 'id' | 'companyId'>): () => void {
  const events = Object.keys(eventNames) as EventName[]
  wireNames = new Map(events.map((event) => [eventNames[event](companyId), event]))
  become({ status: 'reconnecting', since: new Date() })

  const line = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    forceNew: true,
    autoConnect: false,
    // Its own pauses are not to be seen from outside, and the bar says when it is tried again.
    reconnection: false,
    query: { companyId, userId: id },
    auth: (give) => give({ token: storage.publicToken.get() }),
  })
  socket = line
  line.on('connect', rejoin)
  line.on('ready', ({ seq }: { seq: number }) => void settle(line, seq))
  line.onAny((name: string, payload: unknown) => {
    if (name !== 'ready') stream.receive({ name, payload: readOwnAddresses(payload) })
  })
  line.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') lose()
  })
  line.on('connect_error', (error) => void refused(line, error))
  addEventListener('online', retryNow)
  addEventListener('offline', lose)
  document.addEventListener('visibilitychange', retryWhenSeen)
  line.connect()

  return () => {
    removeEventListener('online', retryNow)
    removeEventListener('offline', lose)
    document.removeEventListener('visibilitychange', retryWhenSeen)
    clearTimeout(retry)
    line.offAny()
    line.disconnect()
    socket = undefined
    failures = 0
    stream.forget()
    become({ status: 'online' })
  }
}

function rejoin() {
  stream.begin()
  for (const { event, payload } of joins.values()) socket?.emit(event, payload)
}

let isFirst = true

async function settle(line: Socket, seq: number) {
  const wasFirst = isFirst
  isFirst = false
  if (!(await stream.settle(seq)) || !line.connected) return
  failures = 0
  become({ status: 'online' })
  // What was fetched before the line was up may be older than the first event on it.
  if (wasFirst) await queries.invalidateQueries()
  else await queries.refetchQueries({ type: 'active', predicate: ({ state: { status } }) => status === 'error' })
}

async function refused(line: Socket, error: Error) {
  if (error.message !== 'ERR_SESSION_EXPIRED') return lose()
  try {
    // The token of the socket lives as short as the other one.
    await refreshSession()
    lose()
  } catch {
    if (line === socket) lose()
  }
}

function lose() {
  if (!socket) return
  clearTimeout(retry)
  const since = state.since ?? new Date()
  if (!navigator.onLine) return become({ status: 'offline', since })

  const pause = pauseBefore(failures)
  failures += 1
  retry = setTimeout(retryNow, pause)
  become({ status: 'reconnecting', since, retryAt: new Date(Date.now() + pause) })
}

export function retryNow(): void {
  if (!socket || socket.connected) return
  clearTimeout(retry)
  become({ status: 'reconnecting', since: state.since ?? new Date() })
  socket.connect()
}

function retryWhenSeen() {
  if (document.visibilityState === 'visible' && state.status === 'reconnecting') retryNow()
}

function become(next: LineState) {
  state = next
  for (const watch of watchers) watch()
}

export const line = {
  get: () => state,
  subscribe: (watch: () => void) => {
    watchers.add(watch)
    return () => void watchers.delete(watch)
  },
}

export function listen<E extends EventName>(event: E, listener: (payload: EventPayloads[E]) => void): () => void {
  const all = listeners.get(event) ?? new Set()
  listeners.set(event, all.add(listener))
  return () => void all.delete(listener)
}

/** Stays joined over lost lines until everybody who asked for it has left. */
export function join<E extends ClientEvent>(event: E, payload: ClientPayload<E>): () => void {
  const key = `${event} ${String(payload)}`
  const joined = joins.get(key) ?? { event, payload, count: 0 }
  joins.set(key, { ...joined, count: joined.count + 1 })
  if (joined.count === 0) socket?.emit(event, payload)

  return () => {
    const rest = (joins.get(key)?.count ?? 1) - 1
    if (rest > 0) return void joins.set(key, { ...joined, count: rest })
    joins.delete(key)
    if (event === 'joinChatBox') say('leaveChatBox', payload as ClientPayload<'leaveChatBox'>)
  }
}

/** Worth nothing a moment later: without a line it is not said at all. */
export function say<E extends ClientEvent>(event: E, payload: ClientPayload<E>): void {
  if (socket?.connected) socket.emit(event, payload)
}
