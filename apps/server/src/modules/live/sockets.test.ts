import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { io } from 'socket.io-client'
import { rooms } from '#platform/live/rooms'
import { lockTable } from '#test/lock-table'
import { said, someNumber } from '#test/inbound'
import { hearsTickets, linesOfFile, roomsOf } from '#test/scenes/lines'
import { type Company, type Listener, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
const browsers = new Set<ChildProcess>()
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
})
afterAll(async () => {
  for (const browser of browsers) browser.kill('SIGKILL')
  await world.close()
})
const { opened, lineOf, windowOf } = linesOfFile()

describe('a browser that does not read (R17)', () => {
  test('is disconnected, others get all events, and it fetches everything again when it reconnects', async () => {
    const [ana, rita] = [await company.attendant({ queues: [queue] }), await company.attendant({ queues: [queue] })]
    const { ticketId, messageId } = await openTicket(ana)
    const healthy = await ana.listen({ tickets: [ticketId] })
    const frozen = await browserOf(rita, ticketId)
    const endings: string[] = []
    serverSocketOf(rita)?.conn.on('close', (reason) => endings.push(reason))

    frozen.process.kill('SIGSTOP')
    let said = 0
    while (endings.length === 0 && said < 20_000) {
      await repeat(messageId, ticketId, 500)
      said += 500
    }

    expect(endings).toEqual(['forced close'])
    await eventually(() => expect(healthy.of('message')).toHaveLength(said))
    const [first] = frozen.readyAt()
    frozen.process.kill('SIGCONT')
    await eventually(() => expect(frozen.readyAt()).toHaveLength(2))
    expect((await rita.get(`/events?after=${first}`)).body).toMatchObject({ resync: true, events: [] })
  })

  /** Events of a message, about 3 kB each. */
  async function repeat(messageId: number, ticketId: number, times: number) {
    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, async (ctx) => {
      for (let time = 0; time < times; time += 1) ctx.emit('message.created', { messageId, ticketId })
    })
    await world.app.deps.publisher.idle()
  }

  async function openTicket(by: Person) {
    const { id: ticketId } = await company.ticket({ queues: [queue], body: 'Bom dia! '.repeat(170) })
    expect((await by.put(`/tickets/${ticketId}`, { status: 'open', userId: by.id })).status).toBe(200)
    const [message] = await world.sql('select id from messages where company_id = $1 and ticket_id = $2', [
      company.id,
      ticketId,
    ])
    await world.sql('update users set sees_all_tickets = true where company_id = $1', [company.id])
    return { ticketId, messageId: Number(message.id) }
  }

  const serverSocketOf = ({ id }: Person) =>
    [...world.app.deps.live.io.of('/').sockets.values()].find(({ data }) => data.actor?.userId === id)
})

test('a socket is pinged every 18 seconds, and closed if it does not answer for as long', async () => {
  const answer = await fetch(`${await world.url()}/socket.io/?EIO=4&transport=polling`)

  // The first packet, of type 0, opens the session.
  expect(JSON.parse((await answer.text()).slice(1))).toMatchObject({ pingInterval: 18_000, pingTimeout: 18_000 })
})

describe('when all browsers come back at once (R18)', () => {
  test('calls are answered while their handshakes wait, and all get in', async () => {
    const chat = await company.webChat({ queues: [queue] })
    const visitors = await Promise.all(Array.from({ length: 60 }, () => company.visitor(chat.token)))
    const door = await lockTable(world.databases.admin, 'web_chat_visitors')

    const url = await world.url()
    const windows = visitors.map((visitor) => windowOf(url, visitor))
    await eventually(async () => expect(await waitingConnections()).toBeGreaterThan(0))
    const answer = await (await company.admin()).get('/queue')
    const waiting = await waitingConnections()

    expect(answer.status).toBe(200)
    expect(waiting).toBeLessThanOrEqual(4)
    await door.release()
    await expect(Promise.all(windows)).resolves.toHaveLength(60)
  })

  test('handshakes of a company without free connections leave those of others', async () => {
    const [stuck, free] = [await world.company(), await world.company()]
    const [boss, other] = [await stuck.admin(), await free.admin()]
    const visitorIn = async (chats: Company) => chats.visitor((await chats.webChat()).token)
    const [guest, visitor] = [await visitorIn(stuck), await visitorIn(free)]
    const url = await world.url()
    const { units } = world.app.deps
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    onTestFinished(() => release())
    // As many units of work as the company may have at a time.
    const holding = Array.from({ length: 8 }, () => units.run({ kind: 'system', companyId: stuck.id }, () => held))

    const waiting = [
      ...Array.from({ length: 24 }, () => io(url, { ...alone, auth: { token: boss.publicToken } })),
      ...Array.from({ length: 24 }, () => io(`${url}/web-chat`, { ...alone, auth: { secret: guest.secret } })),
    ]
    let entered = 0
    let gone = 0
    for (const socket of waiting) {
      opened.add(socket)
      socket.io.on('open', () => (entered += 1))
      socket.io.on('close', () => (gone += 1))
    }
    await eventually(() => expect(entered).toBe(waiting.length))
    await Promise.all([lineOf(url, other), windowOf(url, visitor)])

    // Those that wait are disconnected after some seconds, so that they try again.
    expect(gone).toBeLessThan(waiting.length / 2)
    release()
    await Promise.all(holding)
  })

  const alone = { transports: ['websocket'], forceNew: true, reconnection: false }

  async function waitingConnections(): Promise<number> {
    const [row] = await world.sql(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return row.count
  }
})

/** A process of its own, so that it can be paused. */
async function browserOf({ publicToken }: Person, ticketId: number) {
  const script = `
    import { io } from 'socket.io-client'
    const [, url, token, ticket] = process.argv
    const socket = io(url, { auth: { token }, transports: ['websocket'] })
    socket.on('connect', () => socket.emit('joinChatBox', ticket))
    socket.on('ready', ({ seq }) => console.log('ready at ' + seq))
    socket.on('company-${company.id}-viewers', () => console.log('joined'))`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', script, await world.url(), publicToken, String(ticketId)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  browsers.add(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await eventually(() => expect(text).toMatch(/ready at \d+[^]*joined|joined[^]*ready at \d+/))
  return { process: child, readyAt: () => [...text.matchAll(/ready at (\d+)/g)].map(([, seq]) => Number(seq)) }
}

describe('an event whose client asks for an answer', () => {
  test('is answered once the socket is in the room of the ticket', async () => {
    const boss = await company.admin()
    const ticket = await company.ticket()
    const { socket } = await boss.listen()

    await socket.timeout(10_000).emitWithAck('joinChatBox', String(ticket.id))

    expect(roomsOf(world, socket)).toContain(rooms.ticket(company.id, ticket.id))
  })

  test.each([
    ['the ticket is not there', 'joinChatBox', '999999999'],
    ['its payload is wrong', 'joinChatBox', { id: 1 }],
    ['it is about a list', 'joinTickets', 'open'],
  ])('is answered too if %s', async (_name, event, payload) => {
    const { socket } = await (await company.admin()).listen()
    await expect(socket.timeout(10_000).emitWithAck(event, payload)).resolves.toBeUndefined()
  })
})

describe('a company whose subscription has ended', () => {
  let other: Company
  let boss: Person
  beforeEach(async () => {
    other = await world.company()
    boss = await other.admin()
  })
  const due = async (dueDate: string | null) =>
    expect((await (await world.operator()).put(`/companies/${other.id}`, { dueDate })).status).toBe(200)
  const bodies = (listener: Listener) => listener.of('message').map(({ payload }) => payload.message.body)

  test('gets no events of tickets, and gets them again once it has paid', async () => {
    const connection = await other.connection()
    const listener = await boss.listen({ lists: ['pending'], notification: true })

    await due('2020-01-01')
    await eventually(() => expect(hearsTickets(world, listener.socket)).toBe(false))
    await connection.receive(said(someNumber(), 'Segredo'))
    await world.app.deps.publisher.idle()
    await due(null)
    await eventually(() => expect(hearsTickets(world, listener.socket)).toBe(true))
    await connection.receive(said(someNumber(), 'De volta'))

    await eventually(() => expect(bodies(listener)).toContain('De volta'))
    expect(bodies(listener)).not.toContain('Segredo')
    expect(listener.socket.connected).toBe(true)
  })

  test('gets no events on a new socket either, whichever rooms it joins', async () => {
    const ticket = await other.ticket()
    await due('2020-01-01')
    const { socket } = await boss.listen()
    const heard: string[] = []
    world.app.deps.live.io
      .of('/')
      .sockets.get(socket.id ?? '')
      ?.onAny((event: string) => heard.push(event))
    for (const list of ['open', 'pending', 'closed']) socket.emit('joinTickets', list)
    socket.emit('joinNotification')
    socket.emit('joinChatBox', String(ticket.id))
    socket.emit('userStatus')
    await eventually(() => expect(heard).toContain('userStatus'))

    expect(
      roomsOf(world, socket).filter((room) => !/^c\d+:(user|session|expired)\b/.test(room) && room !== socket.id),
    ).toEqual([])
    await due(null)
    await eventually(() => expect(hearsTickets(world, socket)).toBe(true))
  })
})
