import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { listen } from '../listener.ts'
import { cpuOf } from '../processes.ts'
import { type Row, ms, percentile } from '../table.ts'
import type { Testbed } from '../testbed.ts'
import { type Visitor, makeVisitors, write } from '../visitors.ts'

/** Turns per second. */
const load = 100

/** What each customer says in turn: the bot answers with the menu, with the menu once more, and with the queue's greeting. */
const walk = ['Oi', '9', '1']

/**
 * Measures the turns of the bot: customers of a web chat with two queues walk the menu. A turn begins with the call of the
 * customer and ends with the commit of the answer, by the clock of the database. The event at an attendant's socket comes
 * after that.
 */
export async function measureBot(testbed: Testbed): Promise<Row[]> {
  const chat = await openChat(testbed)
  const visitors = await makeVisitors(testbed.whole, testbed.isQuick ? 300 : 1000, chat.token)
  const answers = await listenForAnswers(testbed)
  const before = cpuOf(testbed.whole.pid)
  const turns: Heard[] = []
  for (const said of walk) turns.push(...(await everybodySays(visitors, said, answers)))
  const cpu = (cpuOf(testbed.whole.pid) - before) / turns.length
  answers.close()
  const committed = await readCommits(testbed, chat.id)
  const samples = turns.map(({ name, nth, since }) => (committed.get(`${name} ${nth}`) ?? Infinity) - since)
  const p95 = percentile(samples, 0.95)
  const unanswered = samples.filter((sample) => sample === Infinity).length
  const heard = turns.map(({ after }) => after)
  return [
    {
      what: `${visitors.length} customers walk the menu of two queues, ${load} messages/s, until the answer is committed`,
      ours: `p50 ${ms(percentile(samples, 0.5))}, p95 ${ms(p95)}, ${unanswered} without an answer; on a socket p50 ${ms(percentile(heard, 0.5))}, p95 ${ms(percentile(heard, 0.95))}`,
      wanted: 'p95 < 100 ms, 0',
      holds: p95 < 100 && unanswered === 0,
    },
    {
      what: 'CPU per turn of the bot, including the message, the answer, its delivery and all events',
      ours: `server ${ms(cpu)}`,
      wanted: '< 3 ms',
      holds: cpu < 3,
    },
  ]
}

/** A turn, as its customer has seen it. Times are in ms. */
interface Heard {
  name: string
  /** Of the customer's turns. */
  nth: number
  /** By the clock of the machine, which the database has too. */
  since: number
  /** Until the answer was on a socket. */
  after: number
}

/** When the answer to each message was committed, in ms by the database's clock. The log of a ticket never changes. */
async function readCommits(testbed: Testbed, connectionId: number): Promise<Map<string, number>> {
  const db = new pg.Client({ connectionString: testbed.adminUrlOf('whole') })
  await db.connect()
  const { rows } = await db.query(
    `select c.name, row_number() over (partition by m.conversation_id order by m.id)::int - 1 as nth,
            extract(epoch from (select min(pg_xact_commit_timestamp(l.xmin)) from ticket_log l
              where l.company_id = m.company_id and l.ticket_id = m.ticket_id and l.detail ->> 'messageId' = m.id::text))::float8 * 1000 as at
     from messages m
     join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
     join contacts c on c.company_id = t.company_id and c.id = t.contact_id
     where m.company_id = $1 and m.connection_id = $2 and not m.from_me`,
    [testbed.whole.data.companyId, connectionId],
  )
  await db.end()
  return new Map(rows.filter(({ at }) => at !== null).map(({ name, nth, at }) => [`${name} ${nth}`, at]))
}

/** A web chat with a menu. */
async function openChat(testbed: Testbed): Promise<{ id: number; token: string }> {
  const { admin } = testbed.whole
  const make = async (path: string, body: object) => {
    const { status, text } = await admin.post(path, body)
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const queueIds: number[] = []
  for (const color of ['#0b8f6a', '#b07400']) {
    const name = `Menu ${randomUUID().slice(0, 8)}`
    queueIds.push((await make('/queue', { name, color, greetingMessage: 'Aguarde, {{name}}.' })).id)
  }
  return make('/whatsapp', {
    name: `Site ${randomUUID().slice(0, 8)}`,
    channel: 'webchat',
    queueIds,
    greetingMessage: 'Com quem quer falar, {{name}}?',
  })
}

interface Answers {
  /** Resolves when the bot has said something to this customer; after a while with Infinity. */
  next: (name: string) => Promise<number>
  close: () => void
}

/** Every text of the bot has the name of its customer. */
async function listenForAnswers(testbed: Testbed): Promise<Answers> {
  const socket = await listen(testbed.whole.url, testbed.whole.tokens)
  const waiting = new Map<string, (at: number) => void>()
  socket.onMessage((body) => {
    const [name = ''] = /Visitante \d+/.exec(body) ?? []
    waiting.get(name)?.(performance.now())
    waiting.delete(name)
  })
  return {
    next: (name) =>
      Promise.race([
        new Promise<number>((resolve) => waiting.set(name, resolve)),
        pause(20_000, Infinity, { ref: false }),
      ]),
    close: socket.close,
  }
}

/** They begin one after the other, and do not wait for each other. */
async function everybodySays(visitors: Visitor[], said: string, answers: Answers): Promise<Heard[]> {
  const begun = performance.now()
  return Promise.all(
    visitors.map(async (visitor, place) => {
      await pause(Math.max(0, begun + (place * 1000) / load - performance.now()))
      const answered = answers.next(visitor.name)
      const since = performance.now()
      const { status, text } = await write(visitor, said)
      if (status !== 201) throw new Error(`message: ${status} ${text}`)
      const after = (await answered) - since
      return { name: visitor.name, nth: walk.indexOf(said), since: performance.timeOrigin + since, after }
    }),
  )
}
