import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attendant, hireAttendants } from '../attendants.ts'
import type { Order } from '../crowd.ts'
import { memoryOf } from '../processes.ts'
import type { Stage } from '../stage.ts'
import { type Row, ms, percentile } from '../table.ts'
import { type Visitor, makeVisitors, write } from '../visitors.ts'

export interface CrowdReport {
  connectedIn: number
  /** Of each message, when the last attendant had it: epoch ms. */
  lastOf: Record<string, number>
  /** Every event but presence, whatever its name. */
  events: number
  kinds: Record<string, number>
  bytes: number
  presence: number
  /** Events that came by the catch-up call. */
  caughtUp: number
  resyncs: number
}

const size = 500
/** Messages a second while the memory is watched; each goes to every attendant. */
const load = 10

/** Five hundred attendants online, in a process of their own. */
export async function measureLive(stage: Stage): Promise<Row[]> {
  const bare = await bareFanOut(stage)
  const crowd = await Crowd.at(stage.whole.url, await hireAttendants(stage, size))
  const visitors = await makeVisitors(stage, 20)
  // The first message of a visitor makes a contact, which is told too.
  for (const visitor of visitors) await write(stage, visitor, 'Oi')
  const count = stage.isQuick ? 20 : 50
  const heard = await crowd.hearing(count, (index, body) => write(stage, visitorOf(visitors, index), body))
  const memory = await steady(stage, visitors)
  const again = await comingBack(stage, crowd, visitors)
  crowd.stop()
  const p95 = percentile(heard.samples, 0.95)
  return [
    {
      what: `one event to ${size} attendants, the last one`,
      ours: `p50 ${ms(percentile(heard.samples, 0.5))}, p95 ${ms(p95)}`,
      floor: `p50 ${ms(percentile(bare.samples, 0.5))}, p95 ${ms(percentile(bare.samples, 0.95))}: Socket.IO alone`,
      wanted: 'p95 < 100 ms',
      holds: p95 < 100 && heard.samples.length === count,
    },
    {
      what: 'events of every name and bytes per attendant and message',
      ours: `${heard.perAttendant.toFixed(2)} (${Object.keys(heard.kinds).join(', ')}), ${heard.bytes.toFixed(0)} bytes`,
      wanted: '≤ 1, ≤ 1536',
      holds: heard.perAttendant <= 1 && heard.bytes <= 1536,
    },
    {
      what: `${size} reconnects at once, until each has what it missed`,
      ours: `${(again.connectedIn / 1000).toFixed(1)} s, ${again.presence} presence events, ${again.caughtUp} events caught up, ${again.resyncs} fetch anew`,
      floor: `${(bare.reconnectedIn / 1000).toFixed(1)} s: Socket.IO alone`,
      wanted: '< 3 s, no storm, nothing fetched anew',
      holds:
        again.connectedIn < 3000 && again.presence < size && again.caughtUp >= missed * size && again.resyncs === 0,
    },
    memory,
  ]
}

/** The same event from Socket.IO alone to as many sockets. */
async function bareFanOut(stage: Stage): Promise<{ samples: number[]; reconnectedIn: number }> {
  const server = fork(join(import.meta.dirname, '../bare-live.ts'))
  const url = await new Promise<string>((resolve) => server.once('message', (address: string) => resolve(address)))
  const crowd = await Crowd.at(
    url,
    Array.from({ length: size }, (_, userId) => ({ publicToken: '', companyId: 0, userId })),
  )
  const payload = { action: 'create', padding: 'x'.repeat(1100) }
  const { samples } = await crowd.hearing(stage.isQuick ? 20 : 50, async (_index, body) => {
    server.send({ event: 'company-0-appMessage', payload: { ...payload, message: { body } } })
  })
  await crowd.ask('disconnect')
  const { connectedIn } = await crowd.ask('reconnect')
  crowd.stop()
  server.kill()
  return { samples, reconnectedIn: connectedIn }
}

/** How many messages come while nobody is connected. */
const missed = 20

async function comingBack(stage: Stage, crowd: Crowd, visitors: Visitor[]): Promise<CrowdReport> {
  await crowd.ask('disconnect')
  for (let index = 0; index < missed; index += 1) await write(stage, visitorOf(visitors, index), `perdida ${index}`)
  await pause(1000)
  await crowd.ask('reset')
  return crowd.ask('reconnect')
}

/** A process full of attendants. */
class Crowd {
  readonly #process: ChildProcess

  private constructor(process: ChildProcess) {
    this.#process = process
  }

  static async at(url: string, attendants: Attendant[]): Promise<Crowd> {
    const crowd = new Crowd(fork(join(import.meta.dirname, '../crowd.ts'), { env: { ...process.env, CROWD_URL: url } }))
    await crowd.ask({ connect: attendants })
    return crowd
  }

  ask(order: Order): Promise<CrowdReport> {
    return new Promise((resolve, reject) => {
      this.#process.once('message', (report: CrowdReport) => resolve(report))
      this.#process.once('exit', () => reject(new Error('the attendants have ended')))
      this.#process.send(order)
    })
  }

  /** Says something five times a second, and tells how long the last attendant waited for each. */
  async hearing(count: number, say: (index: number, body: string) => Promise<unknown>) {
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

/** The same load for ten minutes, with people who look at lists and conversations beside it. */
async function steady(stage: Stage, visitors: Visitor[]): Promise<Row> {
  const minutes = stage.isQuick ? 0.5 : 10
  const { admin, data, pid } = stage.whole
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
      await write(stage, visitorOf(visitors, turn * load + index), `Ainda aqui ${turn}`)
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
