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
import { pageIsIdle } from '../browser/idle.ts'
import { queries } from '../cache/queries.ts'
import { withFilePaths } from '../files/file-urls.ts'
import { storage } from '../browser/storage.ts'
import { pauseBefore } from './pause.ts'

export type SocketStatus = 'online' | 'reconnecting' | 'offline'

export interface SocketState {
  /** `offline`: this device has no network. */
  status: SocketStatus
  /** Since when there is no connection. */
  since?: Date
  /** The time of the next attempt. */
  retryAt?: Date
}

type ClientEvents = typeof clientEvents
export type ClientEvent = keyof ClientEvents
export type ClientPayload<E extends ClientEvent> = ClientEvents[E]['_zod']['input']
type Listener = (payload: never) => void

let socket: Socket | undefined
let wireNames = new Map<string, EventName>()
let state: SocketState = { status: 'online' }
/** The first connection of the session is not there yet. */
let isFirst = true
let failures = 0
/** Resolves when the server has answered each join of this connection, or has not for too long. */
let rejoined: Promise<unknown> = Promise.resolve()
let retry: ReturnType<typeof setTimeout> | undefined

const watchers = new Set<() => void>()
const listeners = new Map<EventName, Set<Listener>>()
const joins = new Map<string, { event: ClientEvent; payload: unknown; count: number; entered: Promise<unknown> }>()

const stream = createEventStream({
  fetchMissed: (after) => call(api.catchUp, { query: { after } }) as Promise<Fetched>,
  deliver: ({ name, payload }) => {
    const event = wireNames.get(name)
    // Cast by contract: the event's name determines the type of its payload.
    for (const listener of (event && listeners.get(event)) ?? []) listener(payload as never)
  },
  resync: () => void queries.invalidateQueries(),
})
type Fetched = { events: { name: string; payload: unknown }[]; seq: number; resync: boolean }

/** Opens the application's only socket, which lives as long as the session. Returns a function that closes it. */
export function openSocket({ id, companyId }: Pick<SessionUser, 'id' | 'companyId'>): () => void {
  const events = Object.keys(eventNames) as EventName[]
  wireNames = new Map(events.map((event) => [eventNames[event](companyId), event]))
  setState({ status: 'reconnecting', since: new Date() })

  const opened = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    forceNew: true,
    autoConnect: false,
    // Reconnecting is done here, because the bar shows when the next attempt is and the library does not tell.
    reconnection: false,
    query: { companyId, userId: id },
    auth: (callback) => callback({ token: storage.publicToken.get() }),
  })
  socket = opened
  opened.on('connect', () => rejoin(opened))
  opened.on('ready', ({ seq }: { seq: number }) => void settle(opened, seq))
  opened.onAny((name: string, payload: unknown) => {
    if (name !== 'ready') stream.receive({ name, payload: withFilePaths(payload) })
  })
  opened.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') onDisconnect()
  })
  opened.on('connect_error', (error) => void onConnectError(opened, error))
  addEventListener('online', retryNow)
  addEventListener('offline', onDisconnect)
  document.addEventListener('visibilitychange', retryWhenVisible)
  opened.connect()

  return () => {
    removeEventListener('online', retryNow)
    removeEventListener('offline', onDisconnect)
    document.removeEventListener('visibilitychange', retryWhenVisible)
    clearTimeout(retry)
    opened.offAny()
    opened.disconnect()
    socket = undefined
    failures = 0
    isFirst = true
    stream.forget()
    setState({ status: 'online' })
  }
}

/** In ms. */
const joinTimeout = 5000

/** Asks for an answer, because events of a room that is joined after the missed ones were fetched would be lost. */
function rejoin(opened: Socket) {
  stream.begin()
  rejoined = Promise.all([...joins.values()].map(({ event, payload }) => enter(opened, event, payload)))
}

/** Resolves when the server has answered, or has not for too long. */
const enter = (opened: Socket, event: ClientEvent, payload: unknown): Promise<unknown> =>
  opened
    .timeout(joinTimeout)
    .emitWithAck(event, payload)
    .catch(() => undefined)

async function settle(opened: Socket, seq: number) {
  const joining = rejoined
  await joining
  // The next connection joins the rooms itself.
  if (joining !== rejoined || !opened.connected) return
  const wasFirst = isFirst
  isFirst = false
  if (!(await stream.settle(seq)) || !opened.connected) return
  failures = 0
  setState({ status: 'online' })
  // Data fetched before the connection was up may be older than its first event.
  if (wasFirst) await renewAll()
  else await queries.refetchQueries({ type: 'active', predicate: ({ state: { status } }) => status === 'error' })
}

/** The first page is painted before its data is fetched again, and what is on its way is not cancelled. */
async function renewAll() {
  await pageIsIdle()
  const running = new Set(queries.getQueryCache().findAll({ fetchStatus: 'fetching' }))
  await Promise.all([
    queries.invalidateQueries({ predicate: (query) => !running.has(query) }),
    ...[...running].map(async ({ promise, queryKey }) => {
      await Promise.allSettled([promise])
      await queries.invalidateQueries({ queryKey, exact: true })
    }),
  ])
}

async function onConnectError(opened: Socket, error: Error) {
  if (error.message !== 'ERR_SESSION_EXPIRED') return onDisconnect()
  try {
    // The socket's token expires as soon as the access token.
    await refreshSession()
    onDisconnect()
  } catch {
    if (opened === socket) onDisconnect()
  }
}

function onDisconnect() {
  if (!socket) return
  clearTimeout(retry)
  const since = state.since ?? new Date()
  if (!navigator.onLine) return setState({ status: 'offline', since })

  const pause = pauseBefore(failures)
  failures += 1
  retry = setTimeout(retryNow, pause)
  setState({ status: 'reconnecting', since, retryAt: new Date(Date.now() + pause) })
}

export function retryNow(): void {
  if (!socket || socket.connected) return
  clearTimeout(retry)
  setState({ status: 'reconnecting', since: state.since ?? new Date() })
  socket.connect()
}

function retryWhenVisible() {
  if (document.visibilityState === 'visible' && state.status === 'reconnecting') retryNow()
}

function setState(next: SocketState) {
  state = next
  for (const watch of watchers) watch()
}

export const socketState = {
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

/** Stays joined across reconnects until every caller has left. Without a connection, `rejoin` does it later. */
export function join<E extends ClientEvent>(event: E, payload: ClientPayload<E>): () => void {
  const key = keyOf(event, payload)
  const joined = joins.get(key) ?? { event, payload, count: 0, entered: enterNow(event, payload) }
  joins.set(key, { ...joined, count: joined.count + 1 })

  return () => {
    const rest = (joins.get(key)?.count ?? 1) - 1
    if (rest > 0) return void joins.set(key, { ...joined, count: rest })
    joins.delete(key)
    if (event === 'joinChatBox') emit('leaveChatBox', payload as ClientPayload<'leaveChatBox'>)
  }
}

/**
 * Resolves when the server has answered the join of a room that a component joins in the same render, or has not for too long. Without a
 * connection it resolves at once: what is missed then is fetched when the connection is back.
 */
export async function whenJoined<E extends ClientEvent>(event: E, payload: ClientPayload<E>): Promise<void> {
  // The component that joins may be a parent of the caller, and effects of parents run later.
  await Promise.resolve()
  await joins.get(keyOf(event, payload))?.entered
}

const keyOf = (event: ClientEvent, payload: unknown) => `${event} ${String(payload)}`

const enterNow = (event: ClientEvent, payload: unknown): Promise<unknown> =>
  socket?.connected ? enter(socket, event, payload) : Promise.resolve()

/** Emits only while connected: these events are worthless later. */
export function emit<E extends ClientEvent>(event: E, payload: ClientPayload<E>): void {
  if (socket?.connected) socket.emit(event, payload)
}
