import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type AnsweringService, createAnsweringService } from '../../apps/server/test/services/answering-service.ts'
import { onDatabase } from '../database.ts'
import { cpuOf } from '../processes.ts'
import { type Row, ms, percentile } from '../table.ts'
import type { ServerUnderTest, Testbed } from '../testbed.ts'
import { type Visitor, makeVisitors, write } from '../visitors.ts'

/** Questions per second. */
const load = 50

/** In ms: how long the service takes. */
const usual = 50
const slow = 5_000

/** How many customers talk to the slow service at a time. */
const crowd = 200

/** The ids of integrations: the service knows by them how it is to answer. */
const ids = { usual: 1, slow: 2, silent: 3 }

/**
 * Measures what the house adds to the time of a service that answers customers, from the moment when it is asked (a second
 * after the message, so that more of the customer gets the same answer) to the commit of its answer; and whether services
 * that are slow or never answer delay other queues.
 */
export async function measureExchanges(testbed: Testbed): Promise<Row[]> {
  const service = await createAnsweringService()
  service.reply(async ({ answererId, texts }) => {
    if (answererId === ids.silent) return undefined
    await pause(answererId === ids.slow ? slow : usual)
    return { parts: [{ kind: 'text', text: `Eco: ${texts.join()}` }] }
  })
  const product = await testbed.answering('exchanges', service.url)
  try {
    return await measureWith({ testbed, product, service })
  } finally {
    await product.stop()
    await service.stop()
  }
}

interface Setting {
  testbed: Testbed
  product: ServerUnderTest
  service: AnsweringService
}

async function measureWith({ testbed, product }: Setting): Promise<Row[]> {
  const database = testbed.adminUrlOf('exchanges')
  const count = testbed.isQuick ? 250 : 1000
  const [plain, chat, slowChat, silentChat] = [
    await openChat(product, database, null),
    await openChat(product, database, ids.usual),
    await openChat(product, database, ids.slow),
    await openChat(product, database, ids.silent),
  ]
  const [visitors, others] = [
    await makeVisitors(product, count, chat.token),
    await makeVisitors(product, count, plain.token),
  ]
  const withoutService = await cpuPerMessage(product, others, async () => pause(3_000))
  let alone: number[] = []
  const withService = await cpuPerMessage(product, visitors, async () => {
    alone = await shares(database, chat.id, count)
  })
  const cpu = withService - withoutService

  const strangers = await makeVisitors(product, crowd, slowChat.token)
  const [silent] = await makeVisitors(product, 1, silentChat.token)
  await Promise.all([...strangers, ...(silent ? [silent] : [])].map((visitor) => write(visitor, 'Oi')))
  await pause(1500)
  const beside = await openChat(product, database, ids.usual)
  await everybodySays(await makeVisitors(product, count, beside.token))
  const crowded = await shares(database, beside.id, count)

  const [p95, p95Crowded] = [percentile(alone, 0.95), percentile(crowded, 0.95)]
  const factor = (p95Crowded + usual) / (p95 + usual)
  return [
    {
      what: `the house's share of an exchange, the service answering in ${usual} ms, ${load}/s`,
      ours: `p50 ${ms(percentile(alone, 0.5))}, p95 ${ms(p95)}, ${count - alone.length} without an answer`,
      wanted: 'p95 < 60 ms, 0',
      holds: p95 < 60 && alone.length === count,
    },
    {
      what: 'CPU of an exchange: the question, the answer, its delivery and all events',
      ours: `server ${ms(cpu)}`,
      baseline: `the message alone ${ms(withoutService)}`,
      wanted: '< 4 ms',
      holds: cpu < 4,
    },
    {
      what: `another queue meanwhile: ${crowd} exchanges on a service that takes ${slow / 1000} s, one on one that never answers`,
      ours: `p95 ${ms(p95Crowded + usual)}, ×${factor.toFixed(2)}, ${count - crowded.length} without an answer`,
      baseline: `alone p95 ${ms(p95 + usual)}`,
      wanted: '× 1.2, 0',
      holds: factor <= 1.2 && crowded.length === count,
    },
  ]
}

/** In ms of CPU: everybody writes, until nothing is left to do. */
async function cpuPerMessage(
  { pid }: ServerUnderTest,
  visitors: Visitor[],
  done: () => Promise<void>,
): Promise<number> {
  const before = cpuOf(pid)
  await everybodySays(visitors)
  await done()
  return (cpuOf(pid) - before) / visitors.length
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
  await onDatabase(database, async (db) => {
    await db.query(
      `insert into queue_integrations (company_id, id, type, name)
       select company_id, $2, 'webhook', $3 from queues where id = $1 on conflict do nothing`,
      [queue.id, integration, `Serviço ${integration}`],
    )
    return db.query('update queues set integration_id = $2 where id = $1', [queue.id, integration])
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

/** In ms, of each exchange that was answered: from the time when it was due to the commit, without the time of the service. */
async function shares(database: string, connectionId: number, count: number): Promise<number[]> {
  const until = performance.now() + 30_000
  for (;;) {
    const rows = await onDatabase(database, async (db) => {
      const found = await db.query<{ whole: number }>(
        `select (extract(epoch from pg_xact_commit_timestamp(e.xmin) - e.due_at) * 1000)::float8 as whole
         from exchanges e join tickets t on t.company_id = e.company_id and t.id = e.ticket_id
         where t.connection_id = $1 and e.state = 'answered'`,
        [connectionId],
      )
      return found.rows
    })
    if (rows.length >= count || performance.now() > until) return rows.map(({ whole }) => whole - usual)
    await pause(200)
  }
}
