import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Commits } from '../commits.ts'
import { cpuOf, memoryOf } from '../processes.ts'
import type { Testbed } from '../testbed.ts'
import { type Row, ms, percentile } from '../table.ts'
import { type Listener, listen } from '../listener.ts'
import { type Visitor, makeVisitors, write } from '../visitors.ts'

/**
 * Measures inbound messages: sent through the web chat's own call, until they are committed and on an attendant's
 * socket.
 */
export async function measureFlow(testbed: Testbed): Promise<Row[]> {
  const rows: Row[] = []
  const bare = await baselineTransactions(testbed)
  const visitors = await makeVisitors(testbed.whole, testbed.isQuick ? 300 : 1000)
  rows.push(...(await sustained(testbed, visitors, bare)))
  rows.push(await newContacts(testbed))
  rows.push(await latency(testbed, visitors))
  return rows
}

/** How many messages of one visitor are in flight at once. */
const inFlight = 3

/**
 * Maximum throughput in many lanes. A lane sends some messages of one visitor at once and waits for the answers; an
 * attendant's socket shows when they have arrived.
 */
async function sustained(testbed: Testbed, visitors: Visitor[], bare: number): Promise<Row[]> {
  const seconds = testbed.isQuick ? 10 : 60
  const socket = await listen(testbed.whole.url, testbed.whole.tokens)
  const before = {
    server: cpuOf(testbed.whole.pid),
    database: cpuOf(testbed.postgres.pid()),
    arrived: socket.arrived(),
  }
  const begun = performance.now()
  const until = begun + seconds * 1000
  let sent = 0
  await Promise.all(
    Array.from({ length: 24 }, async (_lane, lane) => {
      for (let turn = lane; performance.now() < until; turn += 24) {
        const visitor = visitors[turn % visitors.length]
        if (!visitor) return
        const replies = await Promise.all(
          Array.from({ length: inFlight }, (_one, part) => write(visitor, `mensagem ${turn} ${part}`)),
        )
        for (const { status, text } of replies) {
          if (status === 429) continue
          if (status !== 201) throw new Error(`message: ${status} ${text}`)
          sent += 1
        }
      }
    }),
  )
  await socket.until(before.arrived + sent, 30_000)
  const rate = sent / ((performance.now() - begun) / 1000)
  const cpu = {
    server: (cpuOf(testbed.whole.pid) - before.server) / sent,
    database: (cpuOf(testbed.postgres.pid()) - before.database) / sent,
  }
  const unheard = before.arrived + sent - socket.arrived()
  const stored = await lost(testbed, sent)
  socket.close()
  const isWhole = stored === noneLost && unheard === 0
  return [
    {
      what: `inbound, ${seconds} s, many contacts at once, ${inFlight} messages of each`,
      ours: `${rate.toFixed(0)} messages/s, ${stored}, ${unheard} not on the socket`,
      baseline: `${bare.toFixed(0)}/s bare (${((rate / bare) * 100).toFixed(0)} %)`,
      wanted: '≥ 400/s, ≥ 40 % of bare, all on the socket, 0 lost, no second ticket',
      holds: rate >= 400 && rate >= 0.4 * bare && isWhole,
    },
    {
      what: 'CPU per inbound message, including all events',
      ours: `server ${ms(cpu.server)} (+ database ${ms(cpu.database)})`,
      wanted: '< 2.5 ms',
      holds: cpu.server < 2.5,
    },
    {
      what: 'memory of the server after the inbound messages',
      ours: `${memoryOf(testbed.whole.pid).toFixed(0)} MB`,
      wanted: '< 350 MB',
      holds: memoryOf(testbed.whole.pid) < 350,
    },
  ]
}

const noneLost = '0 lost, no second ticket'

/** Messages that a visitor sends at once have no order among themselves; those of the visitor's next turn come after. */
async function lost(testbed: Testbed, sent: number): Promise<string> {
  const db = new pg.Client({ connectionString: testbed.adminUrlOf('whole') })
  await db.connect()
  const { rows } = await db.query(
    `select (select count(*)::int from messages where company_id = $1 and body like 'mensagem %') as stored, (select count(*)::int from inbox) as left,
            (select count(*)::int from (select conversation_id from tickets where company_id = $1 and status <> 'closed' group by 1 having count(*) > 1) twice) as twice,
            (select count(*)::int from (select turn, lag(turn) over (partition by conversation_id order by sent_at, id) as before
               from (select conversation_id, sent_at, id, split_part(body, ' ', 2)::int as turn from messages where company_id = $1 and body like 'mensagem %') m) o where before > turn) as disordered`,
    [testbed.whole.data.companyId],
  )
  await db.end()
  const { stored, left, twice, disordered } = rows[0]
  if (stored === sent && left === 0 && twice === 0 && disordered === 0) return noneLost
  return `${sent - stored} lost, ${left} left, ${twice} second tickets, ${disordered} out of order`
}

/** Baseline: the same statements, written by hand, eight transactions at a time. */
async function baselineTransactions(testbed: Testbed): Promise<number> {
  const pool = new pg.Pool({ connectionString: testbed.adminUrlOf('whole'), max: 8 })
  const company = testbed.whole.data.companyId
  const { rows: tickets } = await pool.query(
    `select id, conversation_id, connection_id from tickets where company_id = $1 and status = 'pending' limit 200`,
    [company],
  )
  const seconds = testbed.isQuick ? 3 : 10
  const until = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: 8 }, async (_lane, lane) => {
      const client = await pool.connect()
      for (let turn = lane; performance.now() < until; turn += 8) {
        const ticket = tickets[turn % tickets.length]
        const external = randomUUID()
        await client.query('begin')
        await client.query({
          name: 'raw',
          text: `insert into inbox (company_id, connection_id, lane, external_id, payload) values ($1, $2, $3, $4, '{}')`,
          values: [company, ticket.connection_id, String(ticket.id), external],
        })
        await client.query('commit')
        await client.query('begin')
        await client.query({
          name: 'lock',
          text: 'select id from conversations where company_id = $1 and id = $2 for no key update',
          values: [company, ticket.conversation_id],
        })
        await client.query({
          name: 'message',
          text: `insert into messages (company_id, conversation_id, ticket_id, connection_id, external_id, from_me, ack, body) values ($1, $2, $3, $4, $5, false, 2, 'bare') returning id`,
          values: [company, ticket.conversation_id, ticket.id, ticket.connection_id, external],
        })
        await client.query({
          name: 'ticket',
          text: `update tickets set unread_count = unread_count + 1, last_message = 'bare', last_message_at = now(), waiting_since = coalesce(waiting_since, now()) where company_id = $1 and id = $2`,
          values: [company, ticket.id],
        })
        await client.query({
          name: 'conversation',
          text: 'update conversations set last_inbound_at = now() where company_id = $1 and id = $2',
          values: [company, ticket.conversation_id],
        })
        await client.query({
          name: 'gone',
          text: 'delete from inbox where company_id = $1 and connection_id = $2 and external_id = $3',
          values: [company, ticket.connection_id, external],
        })
        await client.query({
          name: 'fact',
          text: `with head as (insert into event_heads as h (company_id, last) values ($1, 1) on conflict (company_id) do update set last = h.last + 1 returning last) insert into events (company_id, number, kind, ids) select $1, last, 'bare', '{}' from head`,
          values: [company],
        })
        await client.query('commit')
        done += 1
      }
      client.release()
    }),
  )
  await pool.query(`delete from messages where company_id = $1 and body = 'bare'`, [company])
  await pool.end()
  return done / seconds
}

/** Three hundred unknown visitors write at the same moment. */
async function newContacts(testbed: Testbed): Promise<Row> {
  const visitors = await makeVisitors(testbed.whole, 300)
  const socket = await listen(testbed.whole.url, testbed.whole.tokens)
  const before = socket.arrived()
  const begun = performance.now()
  await Promise.all(visitors.map((visitor) => write(visitor, 'novato')))
  await socket.until(before + 300, 30_000)
  const rate = 300 / ((performance.now() - begun) / 1000)
  socket.close()
  const db = new pg.Client({ connectionString: testbed.adminUrlOf('whole') })
  await db.connect()
  const { rows } = await db.query(
    `select count(distinct t.contact_id)::int as contacts, count(distinct t.id)::int as tickets from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id where m.company_id = $1 and m.body = 'novato'`,
    [testbed.whole.data.companyId],
  )
  await db.end()
  const { contacts, tickets } = rows[0]
  const bare = await baselineNewContacts(testbed)
  return {
    what: '300 new contacts at once',
    ours: `${rate.toFixed(0)}/s, ${contacts} contacts, ${tickets} tickets`,
    baseline: `${bare.toFixed(0)}/s bare (${((rate / bare) * 100).toFixed(0)} %)`,
    wanted: '≥ 250/s, 300, 300',
    holds: rate >= 250 && contacts === 300 && tickets === 300,
  }
}

/** Baseline: the same rows for 300 new contacts, one hand-written transaction each, eight at a time. */
async function baselineNewContacts(testbed: Testbed): Promise<number> {
  const { companyId, queueId } = testbed.whole.data
  const pool = new pg.Pool({ connectionString: testbed.adminUrlOf('whole'), max: 8 })
  const { rows } = await pool.query(`select id from connections where company_id = $1 order by id limit 1`, [companyId])
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: 300 }, () =>
      pool.query({
        name: 'newcomer',
        text: `with contact as (insert into contacts (company_id, name) values ($1, 'bare newcomer') returning id),
                 known as (insert into contact_identities (company_id, contact_id, kind, value) select $1, id, 'visitor', $4::text from contact),
                 talk as (insert into conversations (company_id, contact_id, connection_id, address) select $1, id, $2, $4 from contact returning id, contact_id),
                 ticket as (insert into tickets (company_id, conversation_id, contact_id, connection_id, status, queue_id)
                            select $1, id, contact_id, $2, 'pending', $3 from talk returning id, conversation_id)
               insert into messages (company_id, conversation_id, ticket_id, connection_id, external_id, from_me, ack, body)
               select $1, conversation_id, id, $2, $4, false, 2, 'bare newcomer' from ticket`,
        values: [companyId, rows[0].id, queueId, randomUUID()],
      }),
    ),
  )
  const rate = 300 / ((performance.now() - begun) / 1000)
  await pool.end()
  return rate
}

/**
 * Latency at a steady 100 messages/s, from the call to the attendant's socket; the middle of several runs. Each message
 * needs two commits one after the other. The baseline is the commit of a single row, twenty times a second during the
 * run.
 */
async function latency(testbed: Testbed, visitors: Visitor[]): Promise<Row> {
  const seconds = testbed.isQuick ? 5 : 20
  const socket = await listen(testbed.whole.url, testbed.whole.tokens)
  const runs: Latency[] = []
  for (let run = 0; run < 3; run += 1) runs.push(await sendSteadily(testbed, visitors, socket, { run, seconds }))
  socket.close()
  const [middle] = runs.toSorted((a, b) => a.p95 - b.p95).slice(1)
  const arrived = runs.reduce((sum, run) => sum + run.arrived, 0)
  const { p50, p95, bare } = middle ?? { p50: Number.NaN, p95: Number.NaN, bare: [] }
  return {
    what: "arrival to an attendant's socket at 100/s, middle of three runs",
    ours: `p50 ${ms(p50)}, p95 ${ms(p95)} (${runs.map((run) => ms(run.p95)).join(', ')}; ${arrived} of ${seconds * 300})`,
    baseline: `p50 ${ms(percentile(bare, 0.5))}, p95 ${ms(percentile(bare, 0.95))}: one commit of a bare row`,
    wanted: 'p95 < 60 ms, every one',
    holds: p95 < 60 && arrived === seconds * 300,
  }
}

interface Latency {
  p50: number
  p95: number
  arrived: number
  bare: number[]
}

async function sendSteadily(
  testbed: Testbed,
  visitors: Visitor[],
  socket: Listener,
  { run, seconds }: { run: number; seconds: number },
): Promise<Latency> {
  const begun = new Map<string, number>()
  const samples: number[] = []
  socket.onMessage((body) => {
    const from = begun.get(body)
    if (from !== undefined) samples.push(performance.now() - from)
  })
  const commits = await Commits.start(testbed.adminUrlOf('whole'))
  const start = performance.now()
  const replies: Promise<unknown>[] = []
  for (let index = 0; index < seconds * 100; index += 1) {
    const due = start + index * 10
    if (due > performance.now()) await pause(due - performance.now())
    const visitor = visitors[index % visitors.length]
    const body = `pontual ${run} ${index}`
    begun.set(body, performance.now())
    if (visitor) replies.push(write(visitor, body))
    if (index % 5 === 0) void commits.one()
  }
  await Promise.all(replies)
  await pause(1000)
  const bare = await commits.stop()
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95), arrived: samples.length, bare }
}
