import { WebChatAck, type WebChatClientEvents, type WebChatServerEvents, WebChatTyping } from '@guiche/contract'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { AppError } from '#platform/errors'
import { createFloodGate } from '#platform/live/flood-gate'
import { type Live, type Namespace, type Socket, disconnectIfRetryable, refuseHandshake } from '#platform/live/live'
import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { createSocketCount } from '#platform/live/socket-count'

export interface SocketVisitor {
  companyId: number
  connectionId: number
  visitorId: string
}

export interface VisitorHandshake {
  secret: string
  origin: string | undefined
  address: string
}

/** What the channel asks of the module `web-chat`. */
export interface VisitorHandlers {
  /**
   * Throws if the handshake belongs to no visitor, comes from a page that may not use the chat, or from an address with
   * too many of them. Waits for its turn.
   */
  recognize(handshake: VisitorHandshake): Promise<SocketVisitor>
  arrived(visitor: SocketVisitor): Promise<void>
  typing(visitor: SocketVisitor, typing: boolean): Promise<void>
  /** Throws 429 beyond the limit of a visitor. */
  acknowledged(visitor: SocketVisitor, ack: { id: string; ack: 2 | 3 }): Promise<void>
}

interface VisitorData {
  visitor?: SocketVisitor
}
type NoEvents = Record<never, never>
type VisitorSocket = Socket<WebChatClientEvents, WebChatServerEvents, NoEvents, VisitorData>
export type VisitorNamespace = Namespace<WebChatClientEvents, WebChatServerEvents, NoEvents, VisitorData>

const maxSockets = 5
const maxEvents = { most: 30, within: 1000 }

export const visitorsOf = (live: Live): VisitorNamespace => live.io.of('/web-chat')

export const roomOf = ({ companyId, visitorId }: { companyId: number; visitorId: string }): string =>
  rooms.visitor(companyId, visitorId)

/** The room of all visitors of a company or of one of its chats, for what ends for all of them. */
export const roomOfChats = ({ companyId, connectionId }: { companyId: number; connectionId?: number }): string =>
  connectionId === undefined ? `c${companyId}:web-chat` : `c${companyId}:web-chat:${connectionId}`

/**
 * Accepts visitors' sockets. Each joins its own rooms only, and only events of the contract are handled (S36, S37,
 * S40).
 */
export function serveVisitors(
  { live, publisher, log }: Pick<Deps, 'live' | 'publisher' | 'log'>,
  handlers: VisitorHandlers,
): void {
  const namespace = visitorsOf(live)
  const count = createSocketCount(maxSockets)
  namespace.use((socket, next) => {
    enter(socket)
      .then(() => next())
      .catch((error: unknown) => refuseHandshake(socket, error, next))
  })

  namespace.on('connection', (socket) => {
    const { visitor } = socket.data
    if (!visitor) return void socket.disconnect(true)
    socket.on('disconnect', publisher.published.follow(visitor.companyId))
    const isFlood = createFloodGate(maxEvents)
    socket.use((_event, next) => (isFlood() ? void socket.disconnect(true) : next()))
    socket.on(
      'typing',
      heard(WebChatTyping, ({ typing }) => handlers.typing(visitor, typing)),
    )
    socket.on(
      'ack',
      heard(
        WebChatAck,
        onlyForward((ack) => handlers.acknowledged(visitor, ack)),
      ),
    )
    live
      .admit(visitor.companyId, () => handlers.arrived(visitor))
      .catch((err: unknown) => {
        log.warn({ event: 'web-chat.greeting-failed', err }, 'could not send a visitor their start position')
        disconnectIfRetryable(socket, err)
      })
  })

  async function enter(socket: VisitorSocket) {
    const { auth, headers } = socket.handshake
    const visitor = await handlers.recognize({
      secret: textOf(auth['secret']),
      origin: headers.origin,
      address: live.addressOf(socket),
    })
    const room = roomOf(visitor)
    count(socket, room)
    socket.data.visitor = visitor
    await socket.join([room, roomOfChats(visitor), roomOfChats({ companyId: visitor.companyId })])
  }

  /** Validates a payload; anything that is not in the contract is ignored. */
  function heard<S extends z.ZodType>(
    schema: S,
    handle: (payload: z.output<S>) => Promise<void>,
  ): (payload: unknown) => void {
    return (payload) => {
      const parsed = schema.safeParse(payload)
      if (parsed.success)
        handle(parsed.data).catch((err: unknown) => {
          // Beyond a limit. Strangers could fill the log with such lines.
          if (err instanceof AppError && err.status === 429) return
          log.warn({ event: 'web-chat.event-failed', err }, 'could not process an event from a visitor')
        })
    }
  }
}

/** Messages of which a window remembers the ack. It shows fewer that are not read yet. */
const remembered = 500

/** Drops acks that repeat an earlier one of the same message or are behind it, unless that one failed. */
function onlyForward<A extends { id: string; ack: number }>(
  handle: (ack: A) => Promise<void>,
): (ack: A) => Promise<void> {
  const highest = new LRUCache<string, number>({ max: remembered })
  return async (ack) => {
    if (ack.ack <= (highest.get(ack.id) ?? 0)) return
    highest.set(ack.id, ack.ack)
    try {
      await handle(ack)
    } catch (error) {
      highest.delete(ack.id)
      throw error
    }
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' && value.length <= 200 ? value : '')
