import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { onDatabase } from '../database.ts'
import { type Provider, services, startProvider } from '../exchanges/provider.ts'
import { cpuOf } from '../processes.ts'
import { type Row, ms, percentile } from '../table.ts'
import type { ServerUnderTest, Testbed } from '../testbed.ts'
import { type Visitor, makeVisitors, write } from '../visitors.ts'

/** Questions per second. */
const load = 50

/** How many customers talk to the slow service at a time. */
const crowd = 200

/** Messages and exchanges are measured in turn, so many times: what the machine does besides is in both. */
const rounds = 2

/**
 * Measures what the house adds to the time of a service that answers customers, from the moment when it is asked (a second
 * after the message, so that more of the customer gets the same answer) to the commit of its answer; what that costs the
 * server; and whether services that are slow or never answer delay other queues. The service runs in a process of its own
 * and tells how long it took: neither its time nor its CPU are those of the house.
 */
export async function measureExchanges(testbed: Testbed): Promise<Row[]> {
  const provider = await startProvider()
  const product = await testbed.answering('exchanges', provider.url)
  try {
    return await measureWith({ testbed, product, provider })
  } finally {
    await product.stop()
    await provider.stop()
  }
}

interface Setting {
  testbed: Testbed
  product: ServerUnderTest
  provider: Provider
}

async function measureWith({ testbed, product, provider }: Setting): Promise<Row[]> {
  const database = testbed.adminUrlOf('exchanges')
  const count = testbed.isQuick ? 150 : 600
  const open = (integration: number | null) => openChat(product, database, integration)
  const [plain, chat, slowChat, silentChat] = [
    await open(null),
    await open(services.usual.id),
    await open(services.slow.id),
    await open(services.silent.id),
  ]
  let answered = 0
  /** Everybody writes to a chat, until nothing is left to do. Answers the CPU time of each message, in ms. */
  const talk = async ({ id, token }: { id: number; token: string }, people: number) => {
    const visitors = await makeVisitors(product, people, token)
    if (id === chat.id) answered += people
    return cpuPerMessage(product, visitors, () => (id === chat.id ? allAnswered(database, id, answered) : pause(1_000)))
  }
  // Once before, so that nothing is done for the first time.
  await talk(plain, 50)
  await talk(chat, 50)
  const cpu: { without: number[]; with: number[] } = { without: [], with: [] }
  for (let round = 0; round < rounds; round += 1) {
    cpu.without.push(await talk(plain, count / rounds))
    cpu.with.push(await talk(chat, count / rounds))
  }
  const [without, withService] = [mean(cpu.without), mean(cpu.with)]
  const alone = await shares(database, chat.id, provider)

  const strangers = await makeVisitors(product, crowd, slowChat.token)
  const [silent] = await makeVisitors(product, 1, silentChat.token)
  await Promise.all([...strangers, ...(silent ? [silent] : [])].map((visitor) => write(visitor, 'Oi')))
  await pause(1500)
  const beside = await open(services.usual.id)
  await everybodySays(await makeVisitors(product, count, beside.token))
  await allAnswered(database, beside.id, count)
  const crowded = await shares(database, beside.id, provider)

  const { takes } = services.usual
  const [p95, p95Crowded] = [percentile(alone, 0.95), percentile(crowded, 0.95)]
  const factor = (p95Crowded + takes) / (p95 + takes)
  const exchange = withService - without
  return [
    {
      what: `the house's share of an exchange, the service answering in ${takes} ms, ${load}/s`,
      ours: `p50 ${ms(percentile(alone, 0.5))}, p95 ${ms(p95)}, ${answered - alone.length} without an answer`,
      wanted: 'p95 < 60 ms, 0',
      holds: p95 < 60 && alone.length === answered,
    },
    {
      what: 'CPU of the server for an exchange: the question, the answer, its delivery and all events, the service in a process of its own',
      ours: `server ${ms(exchange)}`,
      baseline: `the message alone ${ms(without)}`,
      wanted: '< 4 ms',
      holds: exchange < 4,
    },
    {
      what: `another queue meanwhile: ${crowd} exchanges on a service that takes ${services.slow.takes / 1000} s, one on one that never answers`,
      ours: `p95 ${ms(p95Crowded + takes)}, ×${factor.toFixed(2)}, ${count - crowded.length} without an answer`,
      baseline: `alone p95 ${ms(p95 + takes)}`,
      wanted: '× 1.2, 0',
      holds: factor <= 1.2 && crowded.length === count,
    },
  ]
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** In ms. How long it is looked what the server does without anybody. */
const idleFor = 2_000

/** In ms of CPU of the server alone: everybody writes, until nothing is left to do. Without what it does anyway. */
async function cpuPerMessage(
  { pid }: ServerUnderTest,
  visitors: Visitor[],
  done: () => Promise<void>,
): Promise<number> {
  const atRest = cpuOf(pid)
  await pause(idleFor)
  const [before, began] = [cpuOf(pid), performance.now()]
  const idle = (before - atRest) / idleFor
  await everybodySays(visitors)
  await done()
  return (cpuOf(pid) - before - idle * (performance.now() - began)) / visitors.length
}

/** A web chat whose only queue has this integration, or none. */
async function openChat(
  { admin }: ServerUnderTest,
  database: string,
  integration: number | null,
): Promise<{ id: number; token: string }> {
  const make = async (path: string, body: object) => {
    const { status, text } = await admin.post(path, body)
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const mark = randomUUID().slice(0, 8)
  const queue = await make('/queue', { name: `Fila ${mark}`, color: `#${mark.slice(0, 6)}` })
  if (integration !== null)
    await onDatabase(database, async (db) => {
      await db.query(
        `insert into queue_integrations (company_id, id, type, name)
       select company_id, $2, 'webhook', $3 from queues where id = $1 on conflict do nothing`,
        [queue.id, integration, `Serviço ${integration}`],
      )
      await db.query('update queues set integration_id = $2 where id = $1', [queue.id, integration])
    })
  return make('/whatsapp', { name: `Site ${mark}`, channel: 'webchat', queueIds: [queue.id] })
}

/** One after the other, at the given load; nobody waits for an answer. */
async function everybodySays(visitors: Visitor[]): Promise<void> {
  const begun = performance.now()
  await Promise.all(
    visitors.map(async (visitor, place) => {
      await pause(Math.max(0, begun + (place * 1000) / load - performance.now()))
      const { status, text } = await write(visitor, 'Oi')
      if (status !== 201) throw new Error(`message: ${status} ${text}`)
    }),
  )
}

/** Waits until so many exchanges of a connection were answered, and their answers were sent. */
async function allAnswered(database: string, connectionId: number, count: number): Promise<void> {
  const until = performance.now() + 30_000
  for (;;) {
    const [answered] = await onDatabase(database, async (db) => {
      const { rows } = await db.query<{ count: number }>(
        `select count(*)::int as count
         from exchanges e join tickets t on t.company_id = e.company_id and t.id = e.ticket_id
         where t.connection_id = $1 and e.state = 'answered'`,
        [connectionId],
      )
      return rows
    })
    if ((answered?.count ?? 0) >= count || performance.now() > until) return pause(500)
    await pause(200)
  }
}

/** In ms, of each exchange that was answered: from the time when it was due to the commit, without the time of the service. */
async function shares(database: string, connectionId: number, provider: Provider): Promise<number[]> {
  const times = await provider.times()
  const answered = await onDatabase(database, async (db) => {
    const { rows } = await db.query<{ ticket_id: number; whole: number }>(
      `select t.id::int as ticket_id, (extract(epoch from pg_xact_commit_timestamp(e.xmin) - e.due_at) * 1000)::float8 as whole
       from exchanges e join tickets t on t.company_id = e.company_id and t.id = e.ticket_id
       where t.connection_id = $1 and e.state = 'answered'`,
      [connectionId],
    )
    return rows
  })
  return answered.map(({ ticket_id, whole }) => whole - (times.get(ticket_id) ?? 0))
}
