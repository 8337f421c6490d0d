import { clientEvents, limits } from '@guiche/contract'
import type { Ctx, UserActor } from '#platform/context'
import { lastFactNumber } from '#platform/database/last-fact-number'
import { busy } from '#platform/errors'
import { type Socket, actorOf, disconnectIfRetryable, refuseHandshake, unknownCompany } from '#platform/live/live'
import { metrics } from '#platform/process/metrics'
import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'
import { createLimiters } from '#platform/security/rate-limits'
import { rooms, withMasked } from '#platform/live/rooms'
import { createSocketCount } from '#platform/live/socket-count'
import type { AttendantActivity } from '#modules/delivery'
import { isSessionOpen } from '#modules/sessions'
import { accessTicket, findTickets } from '#modules/tickets'
import { maySeeTicket } from '#modules/visibility'
import { type Followed, roomsOf, maskedRoomsOf } from './followed-rooms.ts'
import { createFloodGate } from '#platform/live/flood-gate'

/** The person of a handshake; throws if there is none. Called again when their rights may have changed. */
export type Recognize = (socket: Socket) => Promise<UserActor>
/** The company that a handshake claims to be of, as a key; nothing is asked of the database. */
export type KeyOf = (socket: Socket) => Promise<number>

export interface Presence {
  connected(companyId: number, userId: number): void
  disconnected(companyId: number, userId: number): void
  /** Their browser reported that they are there. */
  seen(companyId: number, userId: number): void
}

interface Wiring {
  recognize: Recognize
  keyOf: KeyOf
  presence: Presence
  attention: AttendantActivity
}

/** All sockets of a session may reconnect three times a minute. */
const handshakesPerSession = { points: 3 * limits.socketsPerSession, duration: 60 }
/** In ms. After that, cached rights are read from the database again. */
const rightsCachedFor = 1100
/** In ms. Longer timers would fire at once. */
const maxTimer = 2_147_483_647

/** The sockets of the company's users. Rooms decide what they get; nothing relies on a browser to hide events. */
export function socketsOf(deps: Deps, { recognize, keyOf, presence, attention }: Wiring): Runnable {
  const { live, units, publisher, log } = deps
  const followed = new WeakMap<Socket, Followed>()
  const expiries = new WeakMap<Socket, NodeJS.Timeout>()
  const count = createSocketCount(limits.socketsPerSession)
  const handshakes = createLimiters(undefined)({ name: 'handshakes', ...handshakesPerSession })

  live.io.use((socket, next) => {
    keyOf(socket)
      .then((key) => live.admit(key, () => enter(socket)))
      .then(() => next())
      .catch((error: unknown) => refuseHandshake(socket, error, next))
  })

  live.io.on('connection', (socket) => {
    const actor = actorOf(socket.data)
    if (!actor) return void socket.disconnect(true)
    followed.set(socket, { lists: new Set(), tickets: new Set(), asked: new Set() })
    void socket.join(roomsOf(actor, followed.get(socket)))
    renewAtExpiry(socket, actor)
    socket.on('disconnect', () => clearTimeout(expiries.get(socket)))
    socket.on('disconnect', publisher.published.follow(actor.companyId))
    presence.connected(actor.companyId, actor.userId)
    metrics.sockets.inc()
    socket.on('disconnect', () => metrics.sockets.dec())
    socket.on('disconnect', () => presence.disconnected(actor.companyId, actor.userId))
    socket.on('disconnecting', () => leaveAll(socket))
    guardAgainstFloods(socket)
    listen(socket)
    live
      .admit(actor.companyId, () => units.read(actor, (ctx) => welcome(ctx, socket, actor)))
      .catch((err) => {
        log.warn({ event: 'live.greeting-failed', err }, 'could not send a socket its start position')
        disconnectIfRetryable(socket, err)
      })
  })

  for (const kind of ['user.saved', 'user.deleted'] as const)
    publisher.listenEverywhere(kind, (companyId, { ids }) => renew(inRoom(rooms.user(companyId, ids.userId))))
  for (const kind of ['settings.saved', 'queue.saved', 'queue.deleted', 'company.saved'] as const)
    publisher.listenEverywhere(kind, (companyId) => {
      for (const room of withMasked(rooms.company(companyId))) renew(inRoom(room))
      renew(inRoom(rooms.expired(companyId)))
    })
  return renewsWhileCutOff()

  /** The session may have ended during the handshake, when this socket was not in its rooms yet (S17). */
  async function welcome(ctx: Ctx, socket: Socket, actor: UserActor) {
    if (!(await isSessionOpen(ctx, actor.sessionId))) return void socket.disconnect(true)
    const seq = await lastFactNumber(ctx)
    publisher.published.begin(actor.companyId, seq)
    socket.emit('ready', { seq })
  }

  async function enter(socket: Socket) {
    const actor = await recognize(socket)
    count(socket, actor.sessionId)
    // A busy server closes the connection, so that the client reconnects; after a refusal it would not.
    await handshakes.take(actor.sessionId).catch(() => Promise.reject(busy()))
    Object.assign(socket.data, { actor })
  }

  function listen(socket: Socket) {
    on(socket, 'joinTickets', (list, actor, mine) => {
      mine.lists.add(list)
      void socket.join(roomsOf(actor, mine))
    })
    on(socket, 'joinNotification', (_nothing, actor, mine) => {
      mine.lists.add('notification')
      void socket.join(roomsOf(actor, mine))
    })
    on(socket, 'joinChatBox', async (id, actor, mine) => {
      const ticketId = Number(id)
      if (!Number.isSafeInteger(ticketId) || ticketId < 1 || actor.subscriptionExpired) return
      mine.asked.add(ticketId)
      await mayFollow(socket, actor, ticketId).catch((error: unknown) => {
        mine.asked.delete(ticketId)
        throw error
      })
      // Left while it was checked.
      if (!mine.asked.has(ticketId)) return
      mine.tickets.add(ticketId)
      await socket.join(maskedRoomsOf(actor, [rooms.ticket(actor.companyId, ticketId)]))
      await tellViewers(actor.companyId, ticketId)
      await attention.opened(actor, ticketId)
    })
    on(socket, 'leaveChatBox', async (id, actor, mine) => {
      const ticketId = Number(id)
      mine.asked.delete(ticketId)
      if (!mine.tickets.delete(ticketId)) return
      for (const room of maskedRoomsOf(actor, [rooms.ticket(actor.companyId, ticketId)])) await socket.leave(room)
      await tellViewers(actor.companyId, ticketId)
    })
    // An open socket keeps a user online; this event also updates when they were last seen.
    on(socket, 'userStatus', (_nothing, { companyId, userId }) => presence.seen(companyId, userId))
    on(socket, 'windowFocused', (isFocused) => void Object.assign(socket.data, { isFocused }))
    on(socket, 'typing', async ({ ticketId, typing, recording }, actor, mine) => {
      if (!mine.tickets.has(ticketId) || actor.subscriptionExpired) return
      await attention.doing(actor, ticketId, typing ? (recording ? 'recording' : 'composing') : 'paused')
      await tellViewers(actor.companyId, ticketId, typing ? [actor.userId] : [])
    })
  }

  /** Uses the check of the module of tickets; tickets that may not be seen are answered as missing. */
  async function mayFollow(socket: Socket, actor: UserActor, ticketId: number) {
    try {
      await units.read(actor, (ctx) => accessTicket(ctx, ticketId))
    } catch (error) {
      // A browser that believes it follows the ticket would miss its messages. After a reconnect it asks again.
      disconnectIfRetryable(socket, error)
      throw error
    }
  }

  type Events = typeof clientEvents
  type Payload<E extends keyof Events> = Events[E]['_zod']['output']

  /**
   * Validates the payload; anything that is not in the contract is ignored. A client that asks for an answer gets one once the event
   * was handled, refused or ignored, so that it can fetch what it missed when it is in its rooms.
   */
  function on<E extends keyof Events>(
    socket: Socket,
    event: E,
    handle: (payload: Payload<E>, actor: UserActor, mine: Followed) => void | Promise<void>,
  ) {
    // The function that answers comes last, so it comes first if there is no payload.
    socket.on(event as string, (payload: unknown, answer: unknown = payload) => {
      const tell = () => {
        if (typeof answer === 'function') answer()
      }
      const parsed = clientEvents[event].safeParse(typeof payload === 'function' ? undefined : payload)
      const actor = actorOf(socket.data)
      const mine = followed.get(socket)
      if (!parsed.success || !actor || !mine) return tell()
      // The schema has just validated it, but TypeScript cannot relate the event's name to its payload.
      Promise.resolve(handle(parsed.data as Payload<E>, actor, mine))
        .catch((err: unknown) => log.debug({ event: 'live.event-refused', err, name: event }, 'refused a socket event'))
        .finally(tell)
    })
  }

  function guardAgainstFloods(socket: Socket) {
    const isFlood = createFloodGate({ most: 30, within: 1000 })
    socket.use((_packet, next) => {
      if (isFlood()) return void socket.disconnect(true)
      next()
    })
  }

  /**
   * Reads the rights again: sockets of people who may stay join the rooms that they may be in, and others are
   * disconnected (S17, S38).
   */
  function renew(sockets: Socket[]) {
    void Promise.all(
      sockets.map(async (socket) => {
        try {
          await live.admit(actorOf(socket.data)?.companyId ?? unknownCompany, async () => {
            const actor = await recognize(socket)
            Object.assign(socket.data, { actor })
            await settle(socket, actor)
            renewAtExpiry(socket, actor)
          })
        } catch (error) {
          if (!disconnectIfRetryable(socket, error)) socket.disconnect(true)
        }
      }),
    )
  }

  /** No fact announces the midnight that ends a subscription, so a timer does. */
  function renewAtExpiry(socket: Socket, { subscriptionExpired, subscriptionEndsAt }: UserActor) {
    clearTimeout(expiries.get(socket))
    if (subscriptionExpired || subscriptionEndsAt === undefined || !socket.connected) return
    const wait = Math.min(Math.max(subscriptionEndsAt - Date.now(), 0) + rightsCachedFor, maxTimer)
    expiries.set(socket, setTimeout(() => renew([socket]), wait).unref())
  }

  function inRoom(room: string): Socket[] {
    const { adapter, sockets } = live.io.of('/')
    return [...(adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.get(id) ?? [])
  }

  /**
   * While Redis is unreachable, nobody tells this process about ended sessions or changed rights, so it reads them
   * regularly (S17, S38).
   */
  function renewsWhileCutOff(): Runnable {
    let wasCutOff = false
    let timer: NodeJS.Timeout | undefined
    const look = () => {
      const isCutOff = live.isCutOff()
      if (isCutOff || wasCutOff) renew([...live.io.of('/').sockets.values()])
      wasCutOff = isCutOff
    }
    return {
      name: 'rights of sockets',
      start: () => void (timer = setInterval(look, 3_000).unref()),
      stop: async () => clearInterval(timer),
    }
  }

  async function settle(socket: Socket, actor: UserActor) {
    const mine = followed.get(socket)
    if (!mine) return
    const tickets = await units.read(actor, (ctx) => findTickets(ctx, [...mine.tickets]))
    mine.tickets = new Set(tickets.filter((ticket) => maySeeTicket(actor, ticket)).map((ticket) => ticket.id))
    const wanted = new Set([socket.id, ...roomsOf(actor, mine)])
    for (const room of socket.rooms) if (!wanted.has(room)) await socket.leave(room)
    await socket.join([...wanted])
  }

  function leaveAll(socket: Socket) {
    const actor = actorOf(socket.data)
    for (const ticketId of followed.get(socket)?.tickets ?? []) {
      if (actor) setImmediate(() => void tellViewers(actor.companyId, ticketId))
    }
  }

  async function tellViewers(companyId: number, ticketId: number, typing: number[] = []) {
    const room = rooms.ticket(companyId, ticketId)
    const sockets = await live.io.in(withMasked(room)).fetchSockets()
    const viewers = new Map(
      sockets.flatMap(({ data }) => {
        const viewer = actorOf(data)
        return viewer ? [[viewer.userId, { id: viewer.userId, name: viewer.name }] as const] : []
      }),
    )
    live.emitVolatile({
      companyId,
      event: 'viewers',
      rooms: [room],
      masked: 'same',
      payload: { ticketId, viewers: [...viewers.values()], typing },
    })
  }
}
