import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { type EventName, type EventPayloads, eventNames, limits } from '@guiche/contract'
import { Server, type Namespace, type Socket } from 'socket.io'
import type { UserActor } from '../context.ts'
import { unavailable } from '../database/unavailable.ts'
import { AppError } from '../errors.ts'
import { masked as maskedRoom } from './rooms.ts'
import { disconnectIfSlow } from './slow-socket.ts'
import { limitHandshakes } from './limit-handshakes.ts'
import { limitUnusedConnections } from './unused-connections.ts'
import { type FairSemaphore, createFairSemaphore } from '../work/fair-semaphore.ts'
import type { ClientAddresses } from '../http/client-address.ts'
import { bareHeaders } from '../http/guards/bare-headers.ts'
import { refuse } from '../http/guards/no-request.ts'
import { namesTwoHosts } from '../http/guards/two-hosts.ts'

/** A payload, with a variant for people who may not have all of it. */
export interface PayloadVariants<E extends EventName = EventName> {
  payload: EventPayloads[E]
  /** The payload for everybody for whom `unless` is false. */
  instead?: { payload: EventPayloads[E]; unless: (actor: UserActor) => boolean }
}

/** Where an event goes: every socket that is in any of the rooms gets it once. */
export interface Emission<E extends EventName = EventName> extends PayloadVariants<E> {
  companyId: number
  rooms: readonly string[]
  event: E
  /** The thing whose id is a part of the event's name. */
  about?: number
  /**
   * The variant for people whose phone numbers are masked. `same`: the payload shows no number. `nothing`: it shows
   * numbers, but nobody of the company has them masked.
   */
  masked: PayloadVariants<E> | 'same' | 'nothing'
  /** Only people for whom it is true get the event; otherwise everybody who is in a room. */
  only?: (actor: UserActor) => boolean
  /** Done right before it is sent, and after the events of earlier facts were. */
  before?: () => Promise<void>
}

/** The variant for one person; undefined if they get none. */
export function payloadFor<E extends EventName>(
  actor: UserActor | undefined,
  emission: Emission<E>,
): EventPayloads[E] | undefined {
  if (!mayGet(actor, emission.only)) return undefined
  if (!actor?.numbersMasked || emission.masked === 'same') return partFor(actor, emission)
  return emission.masked === 'nothing' ? undefined : partFor(actor, emission.masked)
}

const mayGet = (actor: UserActor | undefined, only: Emission['only']) => !only || (actor !== undefined && only(actor))

function partFor<E extends EventName>(actor: UserActor | undefined, { payload, instead }: PayloadVariants<E>) {
  return !instead || (actor && instead.unless(actor)) ? payload : instead.payload
}

/** The name of the event on the socket. */
export const wireNameOf = ({ event, companyId, about }: Pick<Emission, 'event' | 'companyId' | 'about'>): string =>
  eventNames[event](companyId, about)

/** Which variant goes to which rooms. */
function variantsOf<E extends EventName>(emission: Emission<E>): { rooms: string[]; variants: PayloadVariants<E> }[] {
  const { rooms, masked } = emission
  const twins = rooms.map(maskedRoom)
  if (masked === 'same') return [{ rooms: [...rooms, ...twins], variants: emission }]
  const open = { rooms: [...rooms], variants: emission }
  return masked === 'nothing' ? [open] : [open, { rooms: twins, variants: masked }]
}

/**
 * Messages between the processes of an installation, over Redis. Each module adds its own: `declare module
 * '#platform/live/live' { interface ProcessEvents { 'user.left': { companyId: number; userId: number } } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the modules
export interface ProcessEvents {}
type ProcessEvent = keyof ProcessEvents

/** The other processes of this installation. Without Redis there are none. */
export interface Others {
  /** Redis is configured, so there may be other processes. */
  readonly areThere: boolean
  tell<E extends ProcessEvent>(event: E, payload: ProcessEvents[E]): void
  hear<E extends ProcessEvent>(event: E, listener: (payload: ProcessEvents[E]) => void): void
}

export interface Live {
  readonly io: Server
  readonly others: Others
  /** There are other processes, but they cannot be reached now (R23). */
  readonly isCutOff: () => boolean
  /**
   * Limits the database calls of new sockets, so that other calls still get connections when hundreds of sockets come
   * back at once (R18). The key is a company, or `unknownCompany`. Throws ERR_BUSY (503) when too many of a key wait.
   */
  readonly admit: FairSemaphore['run']
  /** The address of a socket's client, also behind a proxy. */
  addressOf(socket: Pick<Socket, 'request'>): string
  emit<E extends EventName>(emission: Emission<E>): Promise<void>
  /** To the sockets of this process only. */
  emitHere<E extends EventName>(emission: Emission<E>): Promise<void>
  /** For events that are out of date after a moment: not buffered for a slow socket. */
  emitVolatile<E extends EventName>(emission: Emission<E>): void
  close(): Promise<void>
}

/** The key of handshakes whose company is not known yet. */
export const unknownCompany = 0

/**
 * A key has half of the database connections that one company may have. There are more slots than connections: who waits
 * for a connection of a busy company holds a slot, and others need one. Clients give up after 20 seconds.
 */
const admission = { slots: 40, maxPerKey: 4, share: 2, maxWaiting: 2000, timeout: 20_000 }

/**
 * The one Socket.IO server. The modules that own the rooms decide who may enter them. Nothing here emits to everybody.
 */
export function createLive(
  server: HttpServer,
  {
    origins,
    addresses,
    adapter,
    isCutOff = () => false,
  }: {
    origins: (origin: string | undefined) => boolean
    addresses: Pick<ClientAddresses, 'of'>
    adapter?: Parameters<Server['adapter']>[0]
    isCutOff?: () => boolean
  },
): Live {
  const io = new Server(server, {
    pingInterval: limits.socketPing,
    pingTimeout: limits.socketPing,
    maxHttpBufferSize: 65_536,
    serveClient: false,
    cors: { origin: (origin, decide) => decide(null, origins(origin)), credentials: true },
    transports: ['websocket', 'polling'],
    ...(adapter && { adapter }),
  })
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => {
    for (const [name, value] of Object.entries(bareHeaders)) response.setHeader(name, value)
    next(namesTwoHosts(request) ? new Error('two hosts') : undefined)
  })
  io.engine.on('connection_error', ({ req }: { req: IncomingMessage & { res?: unknown } }) => {
    // Socket.IO has answered already, except for upgrade requests; its own answer to those would lack our headers.
    if (req.res === undefined) refuse(req.socket, 400)
  })
  io.engine.on('connection', disconnectIfSlow)
  limitUnusedConnections(io)
  limitHandshakes(io)
  return {
    io,
    others: {
      areThere: adapter !== undefined,
      tell: (event, payload) => void (adapter && io.serverSideEmit(event, payload)),
      hear: (event, listener) => void io.on(event as string, listener),
    },
    isCutOff,
    admit: createFairSemaphore(admission).run,
    addressOf: ({ request }) => addresses.of(request),
    emit: (emission) => deliver(io, emission),
    emitHere: (emission) => deliver(io.local, emission),
    emitVolatile: (emission) => {
      const name = wireNameOf(emission)
      for (const { rooms, variants } of variantsOf(emission))
        if (rooms.length > 0) io.to(rooms).volatile.emit(name, variants.payload)
    },
    close: async () => {
      // Only the sockets of this process; those at other processes stay.
      io.local.disconnectSockets(true)
      await io.close()
    },
  }
}

async function deliver<E extends EventName>(to: Pick<Server, 'to'>, emission: Emission<E>): Promise<void> {
  const name = wireNameOf(emission)
  for (const { rooms, variants } of variantsOf(emission)) {
    if (rooms.length === 0) continue
    if (variants.instead || emission.only) await deliverToEach(to.to(rooms), name, variants, emission.only)
    else to.to(rooms).emit(name, variants.payload)
  }
}

/** For events that differ from person to person: each socket gets that of its person, also at other processes. */
async function deliverToEach<E extends EventName>(
  heard: Pick<ReturnType<Server['to']>, 'fetchSockets'>,
  name: string,
  variants: PayloadVariants<E>,
  only: Emission['only'],
): Promise<void> {
  for (const socket of await heard.fetchSockets()) {
    const actor = actorOf(socket.data)
    if (mayGet(actor, only)) socket.emit(name, partFor(actor, variants))
  }
}

/**
 * Refuses a handshake. The client is told ERR_SESSION_EXPIRED, or the code of the error when it has too many
 * connections.
 */
export function refuseHandshake(socket: Socket, error: unknown, next: (refusal: Error) => void): void {
  disconnectIfRetryable(socket, error)
  next(new Error(error instanceof AppError && error.status === 429 ? error.code : 'ERR_SESSION_EXPIRED'))
}

/**
 * Closes the connection when the database could not be asked or too many ask at once, because a later try may succeed.
 * Clients reconnect by themselves after a lost connection, but not after a refusal or a disconnect by the server
 * (https://socket.io/docs/v4/client-socket-instance/#disconnect). Returns whether it closed the connection.
 */
export function disconnectIfRetryable(socket: Socket, error: unknown): boolean {
  const told = unavailable(error)
  const isRetryable = told instanceof AppError && told.status === 503
  if (isRetryable) socket.conn.close()
  return isRetryable
}

export type { Namespace, Server as LiveServer, Socket }

/** The person of a socket: set at the handshake, renewed when their rights change. */
export interface SocketData {
  actor?: UserActor
  /** The window of the socket is the one in use. */
  isFocused?: boolean
}
export const actorOf = (data: SocketData): UserActor | undefined => data.actor
