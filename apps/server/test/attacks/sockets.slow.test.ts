import { limits } from '@guiche/contract'
import { type Socket, io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rooms } from '#platform/live/rooms'
import { mostUnused } from '#platform/live/unused-connections'
import { lockTable } from '../lock-table.ts'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
const opened = new Set<Socket>()

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(async () => {
  for (const socket of opened) socket.close()
  await world.close()
})

/** A socket that does not reconnect. */
async function open(person: Person): Promise<{ socket: Socket; outcome: string }> {
  const socket = io(await world.url(), {
    auth: { token: person.publicToken },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  opened.add(socket)
  const outcome = await new Promise<string>((resolve) => {
    socket.on('ready', () => resolve('ready'))
    socket.on('connect_error', ({ message }) => resolve(message))
    // A refusal also closes the connection, just before it is reported.
    socket.io.on('close', () => setImmediate(() => resolve('hung up')))
  })
  return { socket, outcome }
}

const roomsOf = (socket: Socket): string[] => [
  ...(world.app.deps.live.io.of('/').adapter.sids.get(socket.id ?? '') ?? []),
]
const isGone = (socket: Socket) => eventually(() => expect(socket.connected).toBe(false))

describe('rooms (S37)', () => {
  test('are joined only if the server finds that the user may see their contents', async () => {
    const [own, foreign] = [await company.queue(), await company.queue()]
    const attendant = await company.attendant({ queues: [own] })
    const hidden = await company.ticket({ queues: [foreign] })
    const shown = await company.ticket({ queues: [own] })
    const stranger = await (await world.company()).ticket()
    const { socket } = await open(attendant)
    const before = roomsOf(socket)

    const names = [
      hidden.id,
      stranger.id,
      String(hidden.id),
      ` ${hidden.id}`,
      hidden.uuid,
      `c${company.id}:ticket:${hidden.id}`,
      `company-${company.id}-ticket`,
      `company:${company.id}`,
      'notification',
      'open',
      '',
      '-1',
      '1e9',
      '0x10',
      'NaN',
    ]
    for (const name of names) socket.emit('joinChatBox', name)
    // Events are handled in order: when this one was handled, the earlier ones were as well.
    socket.emit('joinChatBox', String(shown.id))
    await eventually(() => expect(roomsOf(socket)).toContain(`c${company.id}:ticket:${shown.id}`))
    await eventually(() => expect(world.app.deps.publisher.idle()).resolves.toBeUndefined())
    expect(roomsOf(socket).filter((room) => !before.includes(room))).toEqual([`c${company.id}:ticket:${shown.id}`])
    socket.close()
  })

  test('of lists are only those of the contract', async () => {
    const { socket } = await open(admin)
    const before = roomsOf(socket)
    const odd: unknown[] = [
      'all',
      '*',
      'company-1-ticket',
      1,
      null,
      {},
      [],
      ['open'],
      { toString: 'open' },
      'OPEN',
      'a'.repeat(9000),
    ]
    for (const name of odd) socket.emit('joinTickets', name)
    for (const name of odd) socket.emit('joinNotification', name)
    socket.emit('joinTickets', 'open')
    await eventually(() => expect(roomsOf(socket).length).toBeGreaterThan(before.length))
    for (const room of roomsOf(socket))
      expect([socket.id, `c${company.id}`, `c${company.id}:${room.split(':').slice(1).join(':')}`]).toContain(room)
    expect(socket.connected).toBe(true)
    socket.close()
  })
})

describe('a ticket that a user may no longer see (S38)', () => {
  test('sends no events, even if it is open in a browser', async () => {
    const [own, other] = [await company.queue(), await company.queue()]
    const attendant = await company.attendant({ queues: [own] })
    const ticket = await company.ticket({ queues: [own] })
    await attendant.put(`/tickets/${ticket.id}`, { status: 'open', userId: attendant.id, queueId: own.id })
    const listener = await attendant.listen({ tickets: [ticket.id], lists: ['open', 'pending'], notification: true })
    await attendant.put(`/tickets/${ticket.id}`, { status: 'pending', queueId: other.id, userId: null })
    await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id })
    await eventually(() => expect(listener.events.length).toBeGreaterThan(0))
    await admin.post(`/messages/${ticket.id}`, { body: 'Só para a outra fila' })
    await ticket.visitor.write('Resposta para a outra fila')
    await eventually(async () => {
      const { body } = await admin.get(`/messages/${ticket.id}`)
      expect(JSON.stringify(body)).toContain('Resposta para a outra fila')
    })
    await world.app.deps.publisher.idle()
    expect(JSON.stringify(listener.events)).not.toContain('para a outra fila')
    listener.close()
  })

  test('sends no events after its queue is taken from the user', async () => {
    const queue = await company.queue()
    const attendant = await company.attendant({ queues: [queue] })
    const ticket = await company.ticket({ queues: [queue] })
    const listener = await attendant.listen({ tickets: [ticket.id], lists: ['pending'], notification: true })
    const lost = [rooms.listQueue(company.id, 'pending', queue.id), rooms.ticket(company.id, ticket.id)]
    expect(roomsOf(listener.socket)).toEqual(expect.arrayContaining(lost))
    await admin.put(`/users/${attendant.id}`, { queueIds: [] })
    await eventually(() => expect(roomsOf(listener.socket).filter((room) => lost.includes(room))).toEqual([]))
    const heard = listener.events.length
    await ticket.visitor.write('Alguém aí?')
    await eventually(async () => {
      const { body } = await admin.get(`/messages/${ticket.id}`)
      expect(JSON.stringify(body)).toContain('Alguém aí?')
    })
    await world.app.deps.publisher.idle()
    expect(JSON.stringify(listener.events.slice(heard))).not.toContain('Alguém aí?')
    listener.close()
  })
})

describe('a flood (S40)', () => {
  test('of events disconnects that socket only', async () => {
    const [loud, quiet] = [await open(admin), await open(await company.supervisor())]
    for (let count = 0; count < 200; count++) loud.socket.emit('userStatus', { count })
    await isGone(loud.socket)
    expect(quiet.socket.connected).toBe(true)
    quiet.socket.close()
  })

  test.each([
    ['a frame of more than 64 kB', (socket: Socket) => socket.emit('userStatus', 'x'.repeat(70_000))],
    ['a frame of many megabytes', (socket: Socket) => socket.emit('userStatus', 'x'.repeat(20_000_000))],
    ['more than 64 kB of binary data', (socket: Socket) => socket.emit('userStatus', Buffer.alloc(100_000))],
    [
      'a frame that announces more parts than ever come',
      (socket: Socket) => socket.io.engine.write('599999-["userStatus",{"_placeholder":true,"num":0}]'),
    ],
    ['a malformed frame', (socket: Socket) => socket.io.engine.write('9{"a":')],
  ])('as %s disconnects the socket, and the next one is accepted', async (_what, send) => {
    const { socket } = await open(admin)
    send(socket)
    await isGone(socket)
    const next = await open(admin)
    expect(next.outcome).toBe('ready')
    next.socket.close()
  })

  test('of nested data does no harm', async () => {
    const { socket } = await open(admin)
    socket.io.engine.write(`2["userStatus",${'['.repeat(20_000)}${']'.repeat(20_000)}]`)
    socket.emit('joinTickets', 'open')
    await eventually(() => expect(roomsOf(socket).some((room) => room.includes(':open:'))).toBe(true))
    socket.close()
  })

  test('of sockets of one session is limited, even if they open at once', async () => {
    const person = await company.supervisor()

    const before = world.app.deps.live.io.engine.clientsCount
    // All handshakes wait together.
    const door = await lockTable(world.databases.admin, 'sessions')
    const opening = Array.from({ length: limits.socketsPerSession + 60 }, () => open(person))
    await eventually(() =>
      expect(world.app.deps.live.io.engine.clientsCount).toBe(before + limits.socketsPerSession + 60),
    )
    await door.release()
    const all = await Promise.all(opening)

    expect(all.filter(({ outcome }) => outcome === 'ready')).toHaveLength(limits.socketsPerSession)
    expect(all.filter(({ outcome }) => outcome === 'ERR_TOO_MANY_REQUESTS')).toHaveLength(60)
    for (const { socket } of all) socket.close()
    await eventually(async () => expect((await open(person)).outcome).toBe('ready'))
  })

  test('of reconnecting sockets of one session is slowed down by disconnecting them', async () => {
    const person = await company.supervisor()
    const outcomes: string[] = []
    while (outcomes.length < 3 * limits.socketsPerSession + 100) {
      const some = await Promise.all(Array.from({ length: 100 }, () => open(person)))
      for (const { socket, outcome } of some) {
        outcomes.push(outcome)
        socket.close()
      }
    }

    expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(3 * limits.socketsPerSession)
    expect(outcomes.filter((outcome) => outcome === 'hung up')).toHaveLength(100)
    expect((await open(admin)).outcome).toBe('ready')
  })

  test('of connections without a login is bounded, the oldest are closed, and people get in', async () => {
    const url = `${await world.url()}/socket.io/?EIO=4&transport=polling`
    const first = await open(admin)
    const { engine } = world.app.deps.live.io
    const others = engine.clientsCount
    for (let count = 0; count < mostUnused + 200; count += 100)
      await Promise.all(Array.from({ length: 100 }, () => fetch(url)))

    expect(engine.clientsCount - others).toBeLessThanOrEqual(mostUnused)
    expect((await open(admin)).outcome).toBe('ready')
    expect(first.socket.connected).toBe(true)
  })

  test('of sockets of one session is refused until one is closed', async () => {
    const person = await company.supervisor()
    const most = await Promise.all(Array.from({ length: limits.socketsPerSession }, () => open(person)))
    expect(new Set(most.map(({ outcome }) => outcome))).toEqual(new Set(['ready']))
    expect((await open(person)).outcome).toBe('ERR_TOO_MANY_REQUESTS')
    expect((await open(admin)).outcome).toBe('ready')
    most[0]?.socket.close()
    await eventually(async () => expect((await open(person)).outcome).toBe('ready'))
    for (const { socket } of most) socket.close()
  })
})
