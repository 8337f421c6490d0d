import { type GraphServer, type Person, createGraphServer } from '@guiche/graph-testserver'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ProcessShop, metaEnvironment, openProcessShop } from '#test/processes/meta-shop'
import { type Said, type ServerToKill, createServerToKill } from '#test/processes/server-to-kill'
import { eventually } from '#test/world'
import { stopGraph } from '#test/world/stop-graph'

const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
const patience = 90_000
const long = { timeout: 300_000 }

let graph: GraphServer
let server: ServerToKill
let shop: ProcessShop
beforeAll(async () => {
  graph = await createGraphServer()
  const app = graph.app()
  server = await createServerToKill(metaEnvironment(graph, app))
  const operator = await server.logIn(server.operator)
  const plan = await server.ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 }, operator)
  await server.ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin }, operator)
  const boss = await server.logIn(admin)
  const queue = await server.ask('POST', '/queue', { name: 'Vendas', color: '#2f6fed' }, boss)
  shop = await openProcessShop({
    graph,
    app,
    url: server.url,
    name: 'Casa Aurora',
    digits: '551133334444',
    queueId: queue.id,
    ask: (method, path, body) => server.ask(method, path, body, boss),
  })
}, 120_000)
const inTheWay = new Set<() => Promise<void>>()
afterEach(async () => {
  graph.faults.clear()
  // Of a test that has failed.
  for (const leave of inTheWay) await leave()
})
afterAll(async () => {
  await server.stop()
  await stopGraph(graph)
})

const stored = async (body: string): Promise<Said[]> => {
  const { rows } = await server
    .database()
    .query('select id::int, ticket_id::int, ack, failure from messages where body = $1', [body])
  return rows
}

/** Meta tells again what nobody has answered. */
async function tellAgain(): Promise<void> {
  await graph.clock.turn({ minutes: 1 })
  await graph.webhooks.idle()
}

/** Somebody in whose way the server stands until it is killed: `statement` takes what it needs next. */
async function standInTheWay(statement: string): Promise<{ leave(): Promise<void> }> {
  const holder = await server.database().connect()
  holder.on('error', () => undefined)
  await holder.query('begin')
  await holder.query(statement)
  const leave = async () => {
    inTheWay.delete(leave)
    await holder.query('rollback').catch(() => undefined)
    holder.release()
  }
  inTheWay.add(leave)
  return { leave }
}

async function serverWaits(): Promise<void> {
  await eventually(async () => {
    const { rows } = await server.database().query("select from pg_stat_activity where wait_event_type = 'Lock'")
    expect(rows.length).toBeGreaterThan(0)
  }, patience)
}

/** How many sends Meta was asked for. */
const asked = () => graph.requests.filter((one) => one.startsWith('POST') && one.endsWith('/messages')).length

test('a webhook is told again after the process was killed before it was stored', long, async () => {
  const chat = graph.person('5511987650001', 'Ana').chat(shop.number)
  const way = await standInTheWay('lock table inbox in access exclusive mode')
  const told = chat.text('Antes de guardar')
  await serverWaits()
  await server.kill()
  await told
  await way.leave()
  expect(graph.webhooks.waiting).toBeGreaterThan(0)
  await server.startAgain()
  await tellAgain()
  await eventually(async () => expect(await stored('Antes de guardar')).toHaveLength(1), patience)
})

test('a webhook that was stored is carried out once after the process was killed', long, async () => {
  const chat = graph.person('5511987650002', 'Bento').chat(shop.number)
  const { rows } = await server.database().query("select id from companies where name = 'Casa Aurora'")
  const holder = await server.database().connect()
  await holder.query("select pg_advisory_lock(hashtext('inbox'), $1)", [Number(rows[0].id)])
  graph.webhooks.deliverTwice()
  await chat.text('Guardado')
  await server.kill()
  await holder.query('select pg_advisory_unlock_all()')
  holder.release()
  await server.startAgain()
  await eventually(async () => expect(await stored('Guardado')).toHaveLength(1), patience)
})

test('a webhook is told again after it came while there was no database', long, async () => {
  const [person, other] = [graph.person('5511987650004', 'Davi'), graph.person(undefined, 'Elis')]
  const away = server.takeDatabaseAway()
  await person.chat(shop.number).text('Sem banco')
  await other.at(shop.page).text('Sem banco na página')
  await graph.webhooks.idle()
  expect(graph.webhooks.attempts.slice(-2).map(({ status }) => status)).toEqual([503, 503])
  away.release()
  await eventually(async () => {
    await tellAgain()
    for (const body of ['Sem banco', 'Sem banco na página']) expect(await stored(body)).toHaveLength(1)
  }, patience)
})

interface Open {
  name: string
  person: Person
  ticketId: number
}

let talks: Open[] = []
/** Tickets on each channel, which somebody has accepted. */
async function begin(boss: string): Promise<Open[]> {
  if (talks.length > 0) return talks
  const people = [
    { name: 'número', person: graph.person('5511987650003', 'Caio') },
    { name: 'página', person: graph.person(undefined, 'Cora') },
    { name: 'conta', person: graph.person(undefined, 'Célia') },
  ]
  const [atNumber, atPage, atInstagram] = people
  await atNumber?.person.chat(shop.number).text('Oi número')
  await atPage?.person.at(shop.page).text('Oi página')
  await atInstagram?.person.at(shop.instagram).text('Oi conta')
  const { users } = await server.ask('GET', '/users', undefined, boss)
  talks = await Promise.all(
    people.map(async (one) => {
      const [{ ticket_id: ticketId }] = await eventually(async () => {
        const found = await stored(`Oi ${one.name}`)
        expect(found).toHaveLength(1)
        return found
      }, patience)
      await server.ask('PUT', `/tickets/${ticketId}`, { status: 'open', userId: users[0].id }, boss)
      // Marks it as read, which is sent too.
      await server.ask('GET', `/messages/${ticketId}?pageNumber=1`, undefined, boss)
      return { ...one, ticketId }
    }),
  )
  return talks
}

const channels = ['número', 'página', 'conta'] as const

/** An answer on these channels, and what becomes of it. */
async function answers(text: string, on: readonly string[] = channels) {
  const boss = await server.logIn(admin)
  const open = (await begin(boss)).filter(({ name }) => on.includes(name))
  await eventually(async () => {
    const { rows } = await server.database().query('select from outbox')
    expect(rows).toEqual([])
  }, patience)
  const bodyOf = ({ name }: Open) => `${text}: ${name}`
  const got = (one: Open) => one.person.inbox.messages.filter((message) => message.text.includes(bodyOf(one))).length
  const states = () =>
    Promise.all(
      open.map(async (one) => {
        const [message] = await stored(bodyOf(one))
        return { name: one.name, isSent: message.ack > 0, failure: message.failure, got: got(one) }
      }),
    )
  return {
    open,
    write: async () => {
      for (const one of open) await server.ask('POST', `/messages/${one.ticketId}`, { body: bodyOf(one) }, boss)
    },
    arrived: () =>
      Promise.all(open.map((one) => one.person.inbox.waitFor((message) => message.text.includes(bodyOf(one))))),
    become: (state: { isSent: boolean; failure: string | null; got: number }) =>
      eventually(async () => {
        expect(await states()).toEqual(open.map(({ name }) => ({ name, ...state })))
        const { rows } = await server.database().query('select from outbox')
        expect(rows).toEqual([])
      }, patience),
    again: async () => {
      const token = await server.logIn(admin)
      for (const one of open) {
        const [{ id }] = await stored(bodyOf(one))
        await server.ask('POST', `/messages/${id}/retry`, {}, token)
      }
    },
  }
}

const once = { isSent: true, failure: null, got: 1 }

// One at a time, because a statement that waits for the table keeps others of the company waiting.
test.for(channels)(
  'a message is not sent again by itself after the process was killed before it asked Meta: %s',
  long,
  async (channel) => {
    const { write, become, again } = await answers('Antes da chamada', [channel])
    const way = await standInTheWay('lock table network_accounts in access exclusive mode')
    await write()
    // Others may wait for the table before the message was claimed.
    await eventually(async () => {
      const { rowCount } = await server.database().query("select from outbox where action = 'send' and attempts > 0")
      expect(rowCount).toBe(1)
    }, patience)
    await serverWaits()
    await server.kill()
    await way.leave()
    await server.startAgain()
    await eventually(async () => {
      const { rowCount } = await server
        .database()
        .query("update pgboss.job set start_after = now() where name = 'delivery.confirm' and state = 'created'")
      expect(rowCount).toBe(1)
    }, patience)
    await become({ isSent: false, failure: 'ERR_NOT_CONFIRMED', got: 0 })
    await again()
    await become(once)
  },
)

test('a message is sent once although the process was killed before Meta answered', long, async () => {
  const { open, write, arrived, become } = await answers('Durante a chamada')
  graph.faults.delay(4_000, { on: 'POST /v25.0/', times: open.length })
  const before = asked()
  await write()
  await eventually(() => expect(asked()).toBe(before + open.length), patience)
  await server.kill()
  await arrived()
  await server.startAgain()
  await tellAgain()
  await become(once)
})

test.for(channels)(
  'a message is sent once although the process was killed before it stored what Meta answered: %s',
  long,
  async (channel) => {
    const { write, arrived, become } = await answers('Antes de guardar a resposta', [channel])
    const held = graph.webhooks.hold()
    const way = await standInTheWay('lock table message_parts in share mode')
    await write()
    await arrived()
    await serverWaits()
    await server.kill()
    await way.leave()
    await server.startAgain()
    expect(held.count).toBeGreaterThan(0)
    await held.release()
    await become(once)
  },
)

test('a message is sent once although the process was killed before it stored the outcome', long, async () => {
  const { open, write, arrived, become } = await answers('Antes de guardar o resultado')
  const held = graph.webhooks.hold()
  graph.faults.delay(4_000, { on: 'POST /v25.0/', times: open.length })
  const before = asked()
  await write()
  await eventually(() => expect(asked()).toBe(before + open.length), patience)
  const way = await standInTheWay('select from outbox for update')
  await arrived()
  await eventually(async () => {
    const { rows } = await server
      .database()
      .query(
        "select from message_parts p join messages m on m.id = p.message_id where m.body like 'Antes de guardar o resultado%'",
      )
    expect(rows).toHaveLength(open.length)
  }, patience)
  await server.kill()
  await way.leave()
  await server.startAgain()
  // Nothing of it is told before: what the process has stored is enough.
  await become(once)
  await held.release()
})
