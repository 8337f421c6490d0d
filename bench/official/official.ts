import { setTimeout as pause } from 'node:timers/promises'
import { type Client, type Reply, measureSteadily } from '../client.ts'
import { Commits } from '../commits.ts'
import { onDatabase } from '../database.ts'
import { type Listener, listen } from '../listener.ts'
import { type Official, digitsOf, openOfficial } from './open-official.ts'
import { until } from '../phones.ts'
import { cpuOf } from '../processes.ts'
import { type Row, ms, percentile } from '../table.ts'
import type { Testbed } from '../testbed.ts'
import { type Visitor, makeVisitors, write } from '../visitors.ts'

const customers = 300
const perSecond = 300

/** Webhooks as Meta sends them, signed and one message in each. */
export async function measureOfficialIn(testbed: Testbed): Promise<Row[]> {
  const official = await openKnown(testbed, 'official_in')
  const { product } = official
  const socket = await listen(product.url, product.tokens)
  const answers = await answerRow(testbed, official, socket)
  const flow = await flowRows(testbed, official, socket)
  socket.close()
  await official.stop()
  return [answers, ...flow]
}

/** Answers to Meta. */
export async function measureOfficialOut(testbed: Testbed): Promise<Row[]> {
  const official = await openKnown(testbed, 'official_out')
  const rows = await outRows(testbed, official)
  await official.stop()
  return rows
}

/** The first message of somebody creates a contact, which is not what is measured. */
async function openKnown(testbed: Testbed, database: string): Promise<Official> {
  const official = await openOfficial(testbed, database)
  const { product } = official
  const socket = await listen(product.url, product.tokens)
  await everyOne((customer) => official.tell(customer, 'Oi'))
  await socket.until(customers, 60_000)
  socket.close()
  return official
}

async function everyOne(call: (customer: number) => Promise<Reply>): Promise<void> {
  for (let first = 0; first < customers; first += 20)
    await Promise.all(Array.from({ length: 20 }, (_, nth) => call(first + nth)))
}

/** How long Meta waits for its answer, which comes after the commit. */
async function answerRow(testbed: Testbed, { tell, database }: Official, socket: Listener): Promise<Row> {
  const seconds = testbed.isQuick ? 10 : 30
  const before = socket.arrived()
  const bare = await bareInserts(testbed, database, seconds)
  const samples = await steadily(seconds, (index) => tell(index % customers, `pontual ${index}`))
  await socket.until(before + samples.length, 30_000)
  const [p50, p99, bareP50, bareP99] = [...both(samples), ...both(bare)]
  return {
    what: `webhook of Meta, answered after the commit, at ${perSecond}/s for ${seconds} s`,
    ours: `p50 ${ms(p50)}, p99 ${ms(p99)}`,
    baseline: `p50 ${ms(bareP50)} (×${(p50 / bareP50).toFixed(1)}), p99 ${ms(bareP99)}: a bare insert at the same pace`,
    wanted: 'p50 < 50 ms, p99 < 250 ms, p50 ≤ ×3',
    holds: p50 < 50 && p99 < 250 && p50 <= 3 * bareP50,
  }
}

const both = (samples: number[]): [number, number] => [percentile(samples, 0.5), percentile(samples, 0.99)]

function steadily(seconds: number, call: (index: number) => Promise<Reply>): Promise<number[]> {
  const end = performance.now() + seconds * 1000
  return measureSteadily(perSecond, () => performance.now() < end, call)
}

async function bareInserts(testbed: Testbed, database: string, seconds: number): Promise<number[]> {
  const commits = await Commits.start(testbed.adminUrlOf(database))
  const start = performance.now()
  for (let index = 0; index < seconds * perSecond; index += 1) {
    await pause(Math.max(0, start + (index * 1000) / perSecond - performance.now()))
    void commits.one()
  }
  return commits.stop()
}

/** As many as it takes, of Meta and of the web chat on the same product. */
async function flowRows(testbed: Testbed, { tell, product, database }: Official, socket: Listener): Promise<Row[]> {
  const seconds = testbed.isQuick ? 10 : 60
  const visitors = await makeVisitors(product, customers)
  const chat = await flow(seconds, socket, (turn, part) => write(visitorOf(visitors, turn), `conversa ${turn} ${part}`))
  const before = cpuOf(product.pid)
  const meta = await flow(seconds, socket, (turn, part) => tell(turn % customers, `mensagem ${turn} ${part}`))
  const cpu = (cpuOf(product.pid) - before) / meta.sent
  const stored = await onDatabase(testbed.adminUrlOf(database), async (db) => {
    const { rows } = await db.query("select count(*)::int as count from messages where body like 'mensagem %'")
    return Number(rows[0]?.count)
  })
  const lost = meta.sent - stored
  const share = meta.perSecond / chat.perSecond
  return [
    {
      what: `webhooks of Meta to an attendant’s socket, one process, ${seconds} s`,
      ours: `${meta.perSecond.toFixed(0)}/s, ${lost} lost, ${meta.unheard} not on the socket`,
      baseline: `${chat.perSecond.toFixed(0)}/s: the web chat (${(share * 100).toFixed(0)} %)`,
      wanted: '≥ 300/s, 0 lost, ≥ 60 % of the web chat',
      holds: meta.perSecond >= 300 && lost === 0 && meta.unheard === 0 && share >= 0.6,
    },
    {
      what: 'CPU of the server per message in by a webhook, including all events',
      ours: `server ${ms(cpu)}`,
      wanted: '< 1.5 ms',
      holds: cpu < 1.5,
    },
  ]
}

const inFlight = 3
const lanes = 24

/** Many people write at once, each some messages and then the next ones. */
async function flow(seconds: number, socket: Listener, say: (turn: number, part: number) => Promise<Reply>) {
  const arrived = socket.arrived()
  const begun = performance.now()
  const end = begun + seconds * 1000
  let sent = 0
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let turn = lane; performance.now() < end; turn += lanes) {
        const replies = await Promise.all(Array.from({ length: inFlight }, (_one, part) => say(turn, part)))
        for (const { status, text } of replies) {
          if (status === 429) continue
          if (status >= 300) throw new Error(`message: ${status} ${text}`)
          sent += 1
        }
      }
    }),
  )
  await socket.until(arrived + sent, 30_000)
  const perSecond = sent / ((performance.now() - begun) / 1000)
  return { sent, perSecond, unheard: arrived + sent - socket.arrived() }
}

function visitorOf(visitors: Visitor[], turn: number): Visitor {
  const visitor = visitors[turn % visitors.length]
  if (!visitor) throw new Error('no visitors')
  return visitor
}

const talks = 60
const writers = 8

/** Again while the product is too busy, as a browser does. */
async function say(admin: Client, ticketId: number, body: string): Promise<void> {
  const { status, text } = await admin.post(`/messages/${ticketId}`, { body })
  if (status === 200) return
  if (status !== 503) throw new Error(`send: ${status} ${text}`)
  await pause(100)
  await say(admin, ticketId, body)
}

/** Answers to many customers on one number. Meta takes a tenth of a second for each, and tells what becomes of it. */
async function outRows(testbed: Testbed, { product, graph, number, subscribe, database }: Official): Promise<Row[]> {
  const each = testbed.isQuick ? 10 : 40
  const { admin, tokens, data } = product
  await product.logIn()
  const people = Array.from({ length: talks }, (_, customer) => graph.person(digitsOf(customer), `Cliente ${customer}`))
  for (const person of people) number.threadWith(person).lastFromPerson = graph.clock.now()
  await subscribe()
  graph.limits.pair = undefined
  graph.settings.webhooksAtOnce = 8
  const tickets = await onDatabase(testbed.adminUrlOf(database), async (db) => {
    const { rows } = await db.query(
      `select t.id::int from tickets t join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
       where v.address = any ($1) and t.status = 'pending' order by t.id`,
      [people.map(({ waId }) => waId)],
    )
    return rows.map(({ id }) => Number(id))
  })
  for (const id of tickets)
    await admin.put(`/tickets/${id}`, { status: 'open', userId: tokens.userId, queueId: data.queueId })
  await pause(2000)
  const count = tickets.length * each
  graph.faults.delay(100, { times: count * 2, on: `POST /v25.0/${number.id}/messages` })
  const got = () => people.reduce((sum, { inbox }) => sum + inbox.messages.length, 0)
  const cpu = cpuOf(product.pid)
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let turn = 0; turn < each; turn += 1)
        for (const id of tickets.filter((_ticket, nth) => nth % writers === writer))
          await say(admin, id, `resposta ${turn}`)
    }),
  )
  await until(async () => got() >= count)
  const rate = count / ((performance.now() - begun) / 1000)
  await graph.webhooks.idle()
  graph.faults.clear()
  await pause(1000)
  const perMessage = (cpuOf(product.pid) - cpu) / count
  const limited = await onDatabase(testbed.adminUrlOf(database), async (db) => {
    const { rows } = await db.query('select count(*)::int as count from connection_limits')
    return Number(rows[0]?.count)
  })
  const disordered = people.filter(({ inbox }) => !inOrder(inbox.messages.map(({ text }) => text))).length
  return [
    {
      what: `out on one official number, Meta answering in 100 ms, ${tickets.length} conversations`,
      ours: `${rate.toFixed(0)}/s, ${disordered} conversations out of order, ${limited} limits earned`,
      wanted: '≥ 70/s, 0, no 130429',
      holds: rate >= 70 && disordered === 0 && limited === 0 && tickets.length === talks,
    },
    {
      what: 'CPU of the server per message out: the call, the send, two statuses and all events',
      ours: `server ${ms(perMessage)}`,
      wanted: '< 2.5 ms',
      holds: perMessage < 2.5,
    },
  ]
}

const inOrder = (texts: readonly string[]): boolean => texts.every((text, nth) => text.endsWith(`resposta ${nth}`))
