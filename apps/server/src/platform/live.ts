import type { Server as HttpServer } from 'node:http'
import { type EventName, type EventPayloads, eventNames, limits } from '@guiche/contract'
import { Server, type Namespace, type Socket } from 'socket.io'
import type { UserActor } from './context.ts'

/** Where an event goes: every socket that is in any of the rooms gets it once. */
export interface Emission<E extends EventName = EventName> {
  companyId: number
  rooms: readonly string[]
  event: E
  payload: EventPayloads[E]
}

export interface Live {
  readonly io: Server
  emit<E extends EventName>(emission: Emission<E>): void
  /** For what is worth nothing a moment later: not kept for a slow socket. */
  emitVolatile<E extends EventName>(emission: Emission<E>): void
  close(): Promise<void>
}

/** The one Socket.IO server. Who may listen to what is decided by the modules that own the rooms; nothing here emits to everybody. */
export function createLive(
  server: HttpServer,
  {
    origins,
    adapter,
  }: { origins: (origin: string | undefined) => boolean; adapter?: Parameters<Server['adapter']>[0] },
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
  return {
    io,
    emit: ({ companyId, rooms, event, payload }) => {
      if (rooms.length > 0) io.to([...rooms]).emit(eventNames[event](companyId), payload)
    },
    emitVolatile: ({ companyId, rooms, event, payload }) => {
      if (rooms.length > 0) io.to([...rooms]).volatile.emit(eventNames[event](companyId), payload)
    },
    close: async () => {
      io.disconnectSockets(true)
      await io.close()
    },
  }
}

export type { Namespace, Server as LiveServer, Socket }

/** Who is on a socket: put there at the handshake, renewed when their rights change. */
export interface SocketData {
  actor?: UserActor
}
export const actorOf = (data: SocketData): UserActor | undefined => data.actor
