import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attendant, addAttendants } from '../attendants.ts'
import { createClient } from '../client.ts'
import type { Order } from '../desk/many-attendants.ts'
import { memoryOf } from '../processes.ts'
import type { Testbed } from '../testbed.ts'
import { type Row, ms, percentile } from '../table.ts'
import { type Visitor, makeVisitors, write } from '../visitors.ts'

export interface AttendantsReport {
  connectedIn: number
  /** When the last attendant received each message: epoch ms by body. */
  lastOf: Record<string, number>
  /** All events except presence. */
  events: number
  kinds: Record<string, number>
  bytes: number
  presence: number
  /** Events that were fetched with the catch-up call. */
  caughtUp: number
  resyncs: number
}

const size = 500
/** Messages per second during the memory test; each goes to every attendant. */
const load = 10

/** Measures live events with 500 attendants, who run in a process of their own. */
export async function measureLive(testbed: Testbed): Promise<Row[]> {
  const bare = await baselineFanOut(testbed)
  const people = await addAttendants(testbed, size)
  const attendants = await ManyAttendants.at(testbed.whole.url, people)
  const visitors = await makeVisitors(testbed.whole, 20)
  // The first message of a visitor also creates a contact, which would add events to the measurement.
  for (const visitor of visitors) await write(visitor, 'Oi')
  await attendants.settle()
  const count = testbed.isQuick ? 20 : 50
  const heard = await attendants.measureDelivery(count, (index, body) => write(visitorOf(visitors, index), body))
  const internal = await inAChat(testbed, attendants, people)
  const memory = await steady(testbed, visitors)
  const again = await reconnecting(testbed, attendants, visitors)
  attendants.stop()
  const p95 = percentile(heard.samples, 0.95)
  return [
    {
      what: `one event to ${size} attendants, until the last one has it`,
      ours: `p50 ${ms(percentile(heard.samples, 0.5))}, p95 ${ms(p95)}`,
      baseline: `p50 ${ms(percentile(bare.samples, 0.5))}, p95 ${ms(percentile(bare.samples, 0.95))}: Socket.IO alone`,
      wanted: 'p95 < 100 ms',
      holds: p95 < 100 && heard.samples.length === count,
    },
    {
      what: 'events and bytes per attendant and message',
      ours: `${heard.perAttendant.toFixed(2)} (${Object.keys(heard.kinds).join(', ')}), ${heard.bytes.toFixed(0)} bytes`,
      wanted: '≤ 1, ≤ 1536',
      holds: heard.perAttendant <= 1 && heard.bytes <= 1536,
    },
    {
      what: `${size} reconnects at once, until each has the missed events`,
      ours: `${(again.connectedIn / 1000).toFixed(1)} s, ${again.presence} presence events, ${again.caughtUp} events caught up, ${again.resyncs} fetch anew`,
      baseline: `${(bare.reconnectedIn / 1000).toFixed(1)} s: Socket.IO alone`,
      wanted: '< 3 s, no presence storm, no full refetch',
      holds:
        again.connectedIn < 3000 && again.presence < size && again.caughtUp >= missed * size && again.resyncs === 0,
    },
    internal,
    memory,
  ]
}

/** Members of the internal chat. */
const members = 100

/** A colleague writes into a chat with many members. */
async function inAChat(testbed: Testbed, attendants: ManyAttendants, people: Attendant[]): Promise<Row> {
  const owner = createClient(testbed.whole.url, { authorization: `Bearer ${people[0]?.token}` })
  const users = people.slice(0, members).map(({ userId }) => ({ id: userId }))
  const { status, text } = await owner.post('/chats', { title: 'Todos', users })
  if (status !== 200) throw new Error(`the chat was not made: ${status} ${text}`)
  const { id }: { id: number } = JSON.parse(text)
  await attendants.settle()
  const count = testbed.isQuick ? 20 : 50
  const heard = await attendants.measureDelivery(count, (_index, body) =>
    owner.post(`/chats/${id}/messages`, { message: body }),
  )
  owner.close()
  const p95 = percentile(heard.samples, 0.95)
  return {
    what: `one internal message to ${members} members, until the last one has it`,
    ours: `p50 ${ms(percentile(heard.samples, 0.5))}, p95 ${ms(p95)}`,
    wanted: 'p95 < 150 ms',
    holds: p95 < 150 && heard.samples.length === count,
  }
}

/** Baseline: the same event from Socket.IO alone to the same number of sockets. */
async function baselineFanOut(testbed: Testbed): Promise<{ samples: number[]; reconnectedIn: number }> {
  const server = fork(join(import.meta.dirname, '../baselines/baseline-live.ts'))
  const url = await new Promise<string>((resolve) => server.once('message', (address: string) => resolve(address)))
  const attendants = await ManyAttendants.at(
    url,
    Array.from({ length: size }, (_, userId) => ({ publicToken: '', companyId: 0, userId })),
  )
  const payload = { action: 'create', padding: 'x'.repeat(1100) }
  const { samples } = await attendants.measureDelivery(testbed.isQuick ? 20 : 50, async (_index, body) => {
    server.send({ event: 'company-0-appMessage', payload: { ...payload, message: { body } } })
  })
  await attendants.ask('disconnect')
  const { connectedIn } = await attendants.ask('reconnect')
  attendants.stop()
  server.kill()
  return { samples, reconnectedIn: connectedIn }
}

/** How many messages arrive while nobody is connected. */
const missed = 20

async function reconnecting(
  testbed: Testbed,
  attendants: ManyAttendants,
  visitors: Visitor[],
): Promise<AttendantsReport> {
  await attendants.ask('disconnect')
  for (let index = 0; index < missed; index += 1) await write(visitorOf(visitors, index), `perdida ${index}`)
  await pause(1000)
  await attendants.ask('reset')
  return attendants.ask('reconnect')
}

/** Controls the process with the attendants. */
class ManyAttendants {
  readonly #process: ChildProcess

  private constructor(process: ChildProcess) {
    this.#process = process
  }

  static async at(url: string, attendants: Attendant[]): Promise<ManyAttendants> {
    const running = new ManyAttendants(
      fork(join(import.meta.dirname, '../desk/many-attendants.ts'), { env: { ...process.env, ATTENDANTS_URL: url } }),
    )
    await running.ask({ connect: attendants })
    return running
  }

  ask(order: Order): Promise<AttendantsReport> {
    return new Promise((resolve, reject) => {
      this.#process.once('message', (report: AttendantsReport) => resolve(report))
      this.#process.once('exit', () => reject(new Error('the process with the attendants has ended')))
      this.#process.send(order)
    })
  }

  /** Waits until no more events arrive. */
  async settle(): Promise<void> {
    for (let before = -1, now = 0; now !== before;) {
      before = now
      await pause(1000)
      now = (await this.ask('report')).events
    }
  }

  /** Sends `count` messages, five a second, and returns how long the last attendant waited for each. */
  async measureDelivery(count: number, say: (index: number, body: string) => Promise<unknown>) {
    const begun = new Map<string, number>()
    await this.ask('reset')
    for (let index = 0; index < count; index += 1) {
      const body = `a todos ${index}`
      begun.set(body, Date.now())
      await say(index, body)
      await pause(200)
    }
    await pause(1500)
    const { lastOf, events, kinds, bytes } = await this.ask('report')
    const samples = [...begun].flatMap(([body, at]) => (lastOf[body] === undefined ? [] : [lastOf[body] - at]))
    return { samples, perAttendant: events / (size * count), kinds, bytes: bytes / events }
  }

  stop(): void {
    this.#process.removeAllListeners('exit')
    this.#process.kill()
  }
}

/** Watches the memory for ten minutes of steady load, while people also read lists and conversations. */
async function steady(testbed: Testbed, visitors: Visitor[]): Promise<Row> {
  const minutes = testbed.isQuick ? 0.5 : 10
  const { admin, data, pid } = testbed.whole
  const read = async (path: string) => {
    const { status, text } = await admin.get(path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  }
  const begun = performance.now()
  const until = begun + minutes * 60_000
  const samples: number[] = []
  let written = 0
  for (let turn = 0; performance.now() < until; turn += 1) {
    const second = pause(1000)
    for (let index = 0; index < load; index += 1)
      await write(visitorOf(visitors, turn * load + index), `Ainda aqui ${turn}`)
    written += load
    await read('/tickets?status=pending&showAll=true&pageNumber=1')
    await read(`/messages/${data.ticketIds[turn % data.ticketIds.length]}?pageNumber=1`)
    samples.push(memoryOf(pid))
    await second
  }
  const rate = written / ((performance.now() - begun) / 1000)
  const quarter = Math.floor(samples.length / 4)
  const [early, late] = [mean(samples.slice(quarter, 2 * quarter)), mean(samples.slice(-quarter))]
  const highest = Math.max(...samples)
  return {
    what: `memory with ${size} sockets, ${minutes} minutes of ${load} messages/s to each`,
    ours: `${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last, at most ${highest.toFixed(0)} MB, at ${rate.toFixed(1)} messages/s`,
    wanted: `< 350 MB, no growth (≤ ×1.05), ≥ ${0.9 * load} messages/s`,
    holds: highest < 350 && late <= 1.05 * early && rate >= 0.9 * load,
  }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function visitorOf(visitors: Visitor[], turn: number): Visitor {
  const visitor = visitors[turn % visitors.length]
  if (!visitor) throw new Error('no visitors')
  return visitor
}
