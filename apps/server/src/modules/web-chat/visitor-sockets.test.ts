import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type VisitorSocket, openWindow } from '#test/visitor-socket'
import { type Company, type Person, type Visitor, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let chat: { id: number; token: string }
let attendant: Person

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  chat = await company.webChat({ queues: [queue] })
  attendant = await company.attendant({ queues: [queue], name: 'Camila Reis' })
})
afterAll(() => world.close())

const ticketOf = (visitor: Visitor): Promise<number> =>
  eventually(async () => {
    const [ticket] = await world.sql(
      `select t.id from tickets t join conversations v on v.company_id = t.company_id and v.id = t.conversation_id where t.company_id = $1 and v.address = $2`,
      [company.id, visitor.visitorId],
    )
    if (!ticket) throw new Error('no ticket yet')
    return Number(ticket.id)
  })

/** A visitor who has written and has a window open; Camila has accepted the ticket. */
async function served(): Promise<{ visitor: Visitor; ticketId: number; window: VisitorSocket }> {
  const visitor = await company.visitor(chat.token)
  const window = await openWindow(world, visitor)
  await visitor.write('Bom dia')
  const ticketId = await ticketOf(visitor)
  await attendant.put(`/tickets/${ticketId}`, { status: 'open', userId: attendant.id })
  await eventually(() => expect(window.of('message')).toContainEqual(expect.objectContaining({ isSystem: true })))
  return { visitor, ticketId, window }
}

const answer = async (ticketId: number, body: string, more: Record<string, unknown> = {}) =>
  (await attendant.post(`/messages/${ticketId}`, { body, ...more })).body
const ackOf = async (messageId: number): Promise<number> =>
  (await world.sql('select ack from messages where company_id = $1 and id = $2', [company.id, messageId]))[0].ack

describe('an open window of a visitor', () => {
  test('gets their own messages from other windows, and that they were received', async () => {
    const visitor = await company.visitor(chat.token)
    const windows = [await openWindow(world, visitor), await openWindow(world, visitor)]

    const { id } = await visitor.write('De uma janela')

    for (const window of windows) {
      await eventually(() =>
        expect(window.of('message')).toContainEqual(
          expect.objectContaining({ id, body: 'De uma janela', fromMe: true, ack: 2 }),
        ),
      )
      window.close()
    }
  })

  test('gets who joined, their messages and edits', async () => {
    const { ticketId, window } = await served()
    expect(window.of('message')).toContainEqual(
      expect.objectContaining({ body: 'Camila Reis entrou na conversa', isSystem: true }),
    )
    await eventually(() =>
      expect(window.of('status').at(-1)).toMatchObject({
        online: true,
        withinHours: true,
        attendant: { name: 'Camila Reis', avatarUrl: null },
      }),
    )

    const posted = await answer(ticketId, 'Custa R$ 10')
    await eventually(() =>
      expect(window.of('message')).toContainEqual(
        expect.objectContaining({ id: posted.wid, body: 'Custa R$ 10', fromMe: false, author: 'Camila Reis' }),
      ),
    )
    await attendant.post(`/messages/edit/${posted.id}`, { body: 'Custa R$ 100' })
    await eventually(() =>
      expect(window.of('message').at(-1)).toMatchObject({ id: posted.wid, body: 'Custa R$ 100', isEdited: true }),
    )
    await attendant.delete(`/messages/${posted.id}`)
    await eventually(() =>
      expect(window.of('message').at(-1)).toMatchObject({ id: posted.wid, body: '', isDeleted: true }),
    )

    await attendant.put(`/tickets/${ticketId}`, { status: 'closed', sendFarewellMessage: false })
    await eventually(() =>
      expect(window.of('message').at(-1)).toMatchObject({ body: 'Atendimento encerrado', isSystem: true }),
    )
    await eventually(() => expect(window.of('status').at(-1)).toMatchObject({ attendant: null }))
    window.close()
  })

  test('gets nothing of other visitors, other companies or private notes', async () => {
    const stranger = await world.company()
    const theirs = await stranger.ticket()
    const windows = [
      await openWindow(world, theirs.visitor),
      await openWindow(world, await company.visitor(chat.token)),
    ]
    const { ticketId, window } = await served()

    await answer(ticketId, 'Segredo entre nós', { isPrivate: true })
    const posted = await answer(ticketId, 'Só para você')
    await eventually(() => expect(window.of('message')).toContainEqual(expect.objectContaining({ id: posted.wid })))
    await world.app.deps.publisher.idle()

    expect(JSON.stringify(window.events)).not.toContain('Segredo')
    for (const other of windows) {
      // The visitor's own first message may still arrive.
      expect(other.of('message').filter(({ fromMe }) => !fromMe)).toEqual([])
      expect(JSON.stringify(other.events)).not.toMatch(/Só para você|Segredo|Camila/)
      other.close()
    }
    window.close()
  })

  test('gets that a message was read', async () => {
    const { visitor, ticketId, window } = await served()
    const { id } = await visitor.write('Leu?')
    await eventually(() => expect(window.of('message')).toContainEqual(expect.objectContaining({ id })))

    await attendant.get(`/messages/${ticketId}`)

    await eventually(() => expect(window.of('ack')).toContainEqual({ id, ack: 3 }))
    const { body } = await visitor.messages()
    expect(body.messages.find((message: { id: string }) => message.id === id)).toMatchObject({ ack: 3 })
    window.close()
  })

  test('gets the picture of the attendant, and shows online even if nobody of the queue is', async () => {
    const quiet = await world.company()
    const connection = await quiet.webChat({ queues: [await quiet.queue()] })
    const admin = await quiet.admin()
    await admin.upload(`/users/${admin.id}/media-upload`, { userId: String(admin.id), typeArch: 'user' }, [
      { field: 'profileImage', name: 'eu.png', type: 'image/png', data: await samples.png(300, 300) },
    ])
    const { id, visitor } = await quiet.ticket()
    const mine = await quiet.visitor(connection.token)
    const [served, waiting] = [await openWindow(world, visitor), await openWindow(world, mine)]
    expect(waiting.of('status').at(-1)).toMatchObject({ online: false, withinHours: true, attendant: null })

    const queue = await quiet.queue()
    await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id, queueId: queue.id })

    const status = await eventually(() => {
      const last = served.of('status').at(-1)
      expect(last).toMatchObject({ online: true, attendant: { name: admin.name, avatarUrl: expect.any(String) } })
      return last
    })
    const face = await world.app.http.inject({ url: status.attendant.avatarUrl.replace('http://guiche.test', '') })
    expect(face).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } })
    for (const window of [served, waiting]) window.close()
  })

  test('a chat that is gone does not keep others from their status, and its windows are disconnected', async () => {
    const chatOf = async (owner: Company) => {
      const connection = await owner.webChat()
      return { connection, window: await openWindow(world, await owner.visitor(connection.token)) }
    }
    const gone = await chatOf(await world.company())
    const other = await world.company()
    const { window } = await chatOf(other)
    expect(window.of('status').at(-1)).toMatchObject({ online: true })

    await world.sql('update connections set archived_at = now() where id = $1', [gone.connection.id])
    await (await other.admin()).put(`/companies/${other.id}/schedules`, { schedules: never })
    await other.setting('scheduleType', 'company')

    await eventually(() => expect(window.of('status').at(-1)).toMatchObject({ withinHours: false, online: false }))
    await eventually(() => expect(gone.window.socket.connected).toBe(false))
    window.close()
  })

  const never = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekdayEn) => ({
    weekday: weekdayEn,
    weekdayEn,
  }))

  test('gets that service hours have ended', async () => {
    const closed = await world.company()
    const admin = await closed.admin()
    const connection = await closed.webChat()
    const window = await openWindow(world, await closed.visitor(connection.token))
    expect(window.of('status').at(-1)).toMatchObject({ withinHours: true, online: true })

    await admin.put(`/companies/${closed.id}/schedules`, { schedules: never })
    await closed.setting('scheduleType', 'company')

    await eventually(() => expect(window.of('status').at(-1)).toMatchObject({ withinHours: false, online: false }))
    expect((await world.anonymous.get(`/web-chat/${connection.token}`)).body).toMatchObject({
      withinHours: false,
      online: false,
    })
    window.close()
  })
})

describe('an event from a window', () => {
  test('increases the acks of our messages up to the named one, and never decreases them', async () => {
    const { ticketId, window } = await served()
    const [first, second, third] = [
      await answer(ticketId, 'Um'),
      await answer(ticketId, 'Dois'),
      await answer(ticketId, 'Três'),
    ]
    await eventually(async () => expect(await ackOf(third.id)).toBe(1))
    const listener = await attendant.listen({ tickets: [ticketId] })

    window.socket.emit('ack', { id: second.wid, ack: 3 })
    await eventually(async () =>
      expect([await ackOf(first.id), await ackOf(second.id), await ackOf(third.id)]).toEqual([3, 3, 1]),
    )
    window.socket.emit('ack', { id: third.wid, ack: 2 })
    window.socket.emit('ack', { id: first.wid, ack: 2 })
    await eventually(async () =>
      expect([await ackOf(first.id), await ackOf(second.id), await ackOf(third.id)]).toEqual([3, 3, 2]),
    )

    await eventually(() => {
      const acks = listener
        .of('message')
        .filter(({ payload }) => payload.message.id === first.id)
        .map(({ payload }) => payload.message.ack)
      expect(acks).toEqual(acks.toSorted((a: number, b: number) => a - b))
      expect(acks.at(-1)).toBe(3)
    })
    listener.close()
    window.close()
  })

  test('acks that repeat, whatever comes between, are stored once', async () => {
    const { ticketId, visitor, window } = await served()
    const [first, second, third] = [
      await answer(ticketId, 'Um'),
      await answer(ticketId, 'Dois'),
      await answer(ticketId, 'Três'),
    ]
    await eventually(async () => expect(await ackOf(third.id)).toBe(1))
    // What is stored in the inbox is removed again once it was processed, but its numbers go on.
    const stored = async () => (await world.sql('select last_value::int from inbox_id_seq'))[0].last_value
    const before = await stored()

    for (let time = 0; time < 4; time += 1)
      for (const { wid } of [first, second]) for (const ack of [3, 2]) window.socket.emit('ack', { id: wid, ack })
    await eventually(async () => expect([await ackOf(first.id), await ackOf(second.id)]).toEqual([3, 3]))
    const other = await openWindow(world, visitor)
    for (const { wid } of [first, second, first]) other.socket.emit('ack', { id: wid, ack: 3 })
    other.socket.emit('ack', { id: third.wid, ack: 3 })
    await eventually(async () => expect(await ackOf(third.id)).toBe(3))

    // One for each message; that of the second may have reached the first one before its own was stored.
    expect((await stored()) - before).toBeLessThanOrEqual(3)
    for (const one of [window, other]) one.close()
  })

  test('about messages to others has no effect and is not parked', async () => {
    const theirs = await served()
    const secret = await answer(theirs.ticketId, 'Para outra pessoa')
    const { ticketId, window } = await served()
    const note = await answer(ticketId, 'Entre nós', { isPrivate: true })
    const mine = await answer(ticketId, 'Para você')
    await eventually(async () => expect([await ackOf(secret.id), await ackOf(mine.id)]).toEqual([1, 1]))

    for (const id of [
      secret.wid,
      note.wid,
      randomUUID(),
      'x',
      `${theirs.visitor.visitorId}.${randomUUID()}`.slice(0, 64),
    ])
      window.socket.emit('ack', { id, ack: 3 })
    window.socket.emit('ack', { id: mine.wid, ack: 3 })

    await eventually(async () => expect(await ackOf(mine.id)).toBe(3))
    expect([await ackOf(secret.id), await ackOf(note.id)]).toEqual([1, 2])
    expect(await world.sql('select count(*)::int from parked_events where company_id = $1', [company.id])).toEqual([
      { count: 0 },
    ])
    theirs.window.close()
    window.close()
  })

  test('about typing is shown to users who see the ticket, and the other way round', async () => {
    const { ticketId, window } = await served()
    const listener = await attendant.listen({ tickets: [ticketId] })

    window.socket.emit('typing', { typing: true })
    await eventually(() =>
      expect(listener.of('presence')).toMatchObject([
        { payload: { action: 'update-presence', ticketId, presence: 'composing' } },
      ]),
    )
    listener.socket.emit('typing', { ticketId, typing: true })
    await eventually(() => expect(window.of('typing')).toEqual([{ typing: true, author: 'Camila Reis' }]))

    listener.close()
    window.close()
  })

  test('is ignored when it is not in the contract', async () => {
    const { ticketId, window } = await served()
    const posted = await answer(ticketId, 'Um')
    await eventually(async () => expect(await ackOf(posted.id)).toBe(1))

    for (const ack of [4, 1, 0, -1, '3', null]) window.socket.emit('ack', { id: posted.wid, ack })
    window.socket.emit('ack')
    window.socket.emit('ack', posted.wid, 3)
    window.socket.emit('ack', { id: { $ne: '' }, ack: 3 })
    window.socket.emit('typing', Buffer.from('x'))
    window.socket.emit('joinChatBox', ticketId)
    window.socket.emit('message', { id: randomUUID(), body: 'oi' })
    window.socket.emit('ack', { id: posted.wid, ack: 2 })

    await eventually(async () => expect(await ackOf(posted.id)).toBe(2))
    expect(window.socket.connected).toBe(true)
    window.close()
  })

  test('that is one of thirty in a second disconnects the window', async () => {
    const window = await openWindow(world, await company.visitor(chat.token))

    for (let count = 0; count < 200; count += 1) window.socket.emit('typing', { typing: true })

    await eventually(() => expect(window.socket.connected).toBe(false))
  })

  test('larger than 64 kB disconnects this window only', async () => {
    const [loud, quiet] = [
      await openWindow(world, await company.visitor(chat.token)),
      await openWindow(world, await company.visitor(chat.token)),
    ]

    loud.socket.emit('ack', { id: 'x'.repeat(100_000), ack: 3 })

    await eventually(() => expect(loud.socket.connected).toBe(false))
    expect(quiet.socket.connected).toBe(true)
    quiet.close()
  })
})

describe('a sixth window', () => {
  test('of the same visitor is refused until one is closed', async () => {
    const visitor = await company.visitor(chat.token)
    const windows = await Promise.all(Array.from({ length: 5 }, () => openWindow(world, visitor)))

    await expect(openWindow(world, visitor)).rejects.toThrow('ERR_TOO_MANY_REQUESTS')
    windows[0]?.close()
    const again = await eventually(() => openWindow(world, visitor))

    for (const window of [...windows, again]) window.close()
  })

  test('is refused also when all are opened at once', async () => {
    const visitor = await company.visitor(chat.token)
    const windows = await Promise.allSettled(Array.from({ length: 30 }, () => openWindow(world, visitor)))

    expect(windows.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const window of windows.filter((one) => one.status === 'fulfilled')) window.value.close()
  })
})

test('a visitor cannot use the sockets of attendants', async () => {
  const visitor = await company.visitor(chat.token)
  for (const [namespace, refusal] of [
    ['/', 'ERR_SESSION_EXPIRED'],
    ['/admin', 'Invalid namespace'],
    ['/1', 'Invalid namespace'],
  ] as const) {
    const socket = io(`${await world.url()}${namespace}`, {
      auth: { token: visitor.secret, secret: visitor.secret },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    await expect(
      new Promise((resolve, reject) => socket.on('connect', () => resolve('let in')).on('connect_error', reject)),
    ).rejects.toThrow(refusal)
    socket.close()
  }
})
