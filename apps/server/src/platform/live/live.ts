import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { type EventName, type EventPayloads, eventNames, limits } from '@guiche/contract'
import { Server, type Namespace, type Socket } from 'socket.io'
import type { UserActor } from '../context.ts'
import { unavailable } from '../database/unavailable.ts'
import { AppError } from '../errors.ts'
import { masked as maskedRoom } from './rooms.ts'
import { disconnectIfSlow } from './slow-socket.ts'
import { type Semaphore, createSemaphore } from '../work/semaphore.ts'
import { bareHeaders } from '../http/guards/bare-headers.ts'
import { refuse } from '../http/guards/no-request.ts'
import { namesTwoHosts } from '../http/guards/two-hosts.ts'

/** What is told. */
export interface Telling<E extends EventName = EventName> {
  payload: EventPayloads[E]
  /** What everybody gets who may not have the whole payload. */
  instead?: { payload: EventPayloads[E]; unless: (actor: UserActor) => boolean }
}

/** Where an event goes: every socket that is in any of the rooms gets it once. */
export interface Emission<E extends EventName = EventName> extends Telling<E> {
  companyId: number
  rooms: readonly string[]
  event: E
  /**
   * What people get for whom phone numbers are masked. `same`: the payload shows no number. `nothing`: it shows numbers,
   * and nobody of the company has them masked.
   */
  masked: Telling<E> | 'same' | 'nothing'
}

/** What somebody gets who hears of it; undefined: nothing. */
export function payloadFor<E extends EventName>(
  actor: UserActor | undefined,
  emission: Emission<E>,
): EventPayloads[E] | undefined {
  if (!actor?.numbersMasked || emission.masked === 'same') return partFor(actor, emission)
  return emission.masked === 'nothing' ? undefined : partFor(actor, emission.masked)
}

function partFor<E extends EventName>(actor: UserActor | undefined, { payload, instead }: Telling<E>) {
  return !instead || (actor && instead.unless(actor)) ? payload : instead.payload
}

/** The rooms in which each of its variants is told. */
function variantsOf<E extends EventName>(emission: Emission<E>): { rooms: string[]; telling: Telling<E> }[] {
  const { rooms, masked } = emission
  const twins = rooms.map(maskedRoom)
  if (masked === 'same') return [{ rooms: [...rooms, ...twins], telling: emission }]
  const open = { rooms: [...rooms], telling: emission }
  return masked === 'nothing' ? [open] : [open, { rooms: twins, telling: masked }]
}

/**
 * What processes tell each other, over Redis. Each module adds its own:
 * `declare module '#platform/live/live' { interface ProcessEvents { 'user.left': { companyId: number; userId: number } } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the modules
export interface ProcessEvents {}
type ProcessEvent = keyof ProcessEvents

/** The other processes of this installation; without Redis there are none. */
export interface Others {
  /** There may be some. */
  readonly areThere: boolean
  tell<E extends ProcessEvent>(event: E, payload: ProcessEvents[E]): void
  hear<E extends ProcessEvent>(event: E, listener: (payload: ProcessEvents[E]) => void): void
}

export interface Live {
  readonly io: Server
  readonly others: Others
  /** There are other processes, and they cannot be told anything now (R23). */
  readonly isCutOff: () => boolean
  /** For what a new socket asks of the database: when hundreds come back at once, calls are to find a connection too (R18). */
  readonly admit: Semaphore['run']
  emit<E extends EventName>(emission: Emission<E>): Promise<void>
  /** To the sockets of this process alone. */
  emitHere<E extends EventName>(emission: Emission<E>): Promise<void>
  /** For what is worth nothing a moment later: not kept for a slow socket. */
  emitVolatile<E extends EventName>(emission: Emission<E>): void
  close(): Promise<void>
}

/** Half of the connections to the database that one company may have, and no more in line than are done with before they give up. */
const admission = { atOnce: 4, inLine: 2000 }

/** The one Socket.IO server. Who may listen to what is decided by the modules that own the rooms; nothing here emits to everybody. */
export function createLive(
  server: HttpServer,
  {
    origins,
    adapter,
    isCutOff = () => false,
  }: {
    origins: (origin: string | undefined) => boolean
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
    // It has an answer of its own unless it was to become a socket: that one would have no headers.
    if (req.res === undefined) refuse(req.socket, 400)
  })
  io.engine.on('connection', disconnectIfSlow)
  return {
    io,
    others: {
      areThere: adapter !== undefined,
      tell: (event, payload) => void (adapter && io.serverSideEmit(event, payload)),
      hear: (event, listener) => void io.on(event as string, listener),
    },
    isCutOff,
    admit: createSemaphore(admission).run,
    emit: (emission) => deliver(io, emission),
    emitHere: (emission) => deliver(io.local, emission),
    emitVolatile: (emission) => {
      const name = eventNames[emission.event](emission.companyId)
      for (const { rooms, telling } of variantsOf(emission))
        if (rooms.length > 0) io.to(rooms).volatile.emit(name, telling.payload)
    },
    close: async () => {
      // Those at other processes stay.
      io.local.disconnectSockets(true)
      await io.close()
    },
  }
}

async function deliver<E extends EventName>(to: Pick<Server, 'to'>, emission: Emission<E>): Promise<void> {
  const name = eventNames[emission.event](emission.companyId)
  for (const { rooms, telling } of variantsOf(emission)) {
    if (rooms.length === 0) continue
    if (telling.instead) await deliverToEach(to.to(rooms), name, telling)
    else to.to(rooms).emit(name, telling.payload)
  }
}

/** Not everybody may have all of it: each socket, whatever process it is at, gets what is for its person. */
async function deliverToEach<E extends EventName>(
  heard: Pick<ReturnType<Server['to']>, 'fetchSockets'>,
  name: string,
  telling: Telling<E>,
): Promise<void> {
  for (const socket of await heard.fetchSockets()) socket.emit(name, partFor(actorOf(socket.data), telling))
}

/** Ends a handshake. Only whoever is nobody has to log in again; who is on too many lines is told that. */
export function turnAway(socket: Socket, error: unknown, next: (refusal: Error) => void): void {
  hangUpIfUndecided(socket, error)
  next(new Error(error instanceof AppError && error.status === 429 ? error.code : 'ERR_SESSION_EXPIRED'))
}

/**
 * When the database could not be asked, or too many ask at once, the next answer may be another. Clients come back by
 * themselves from a line that breaks, but neither from a refusal nor from being sent away
 * (https://socket.io/docs/v4/client-socket-instance/#disconnect). Says whether it hung up.
 */
export function hangUpIfUndecided(socket: Socket, error: unknown): boolean {
  const told = unavailable(error)
  const isUndecided = told instanceof AppError && told.status === 503
  if (isUndecided) socket.conn.close()
  return isUndecided
}

export type { Namespace, Server as LiveServer, Socket }

/** Who is on a socket: put there at the handshake, renewed when their rights change. */
export interface SocketData {
  actor?: UserActor
}
export const actorOf = (data: SocketData): UserActor | undefined => data.actor
