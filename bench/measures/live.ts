import { fork } from 'node:child_process'
import { join } from 'node:path'
import { hireAttendants } from '../attendants.ts'
import type { Order } from '../crowd.ts'
import { memoryOf } from '../processes.ts'
import type { Stage } from '../stage.ts'
import { type Row, ms, percentile } from '../table.ts'
import { type Visitor, makeVisitors, write } from '../visitors.ts'

export interface CrowdReport {
  connectedIn: number
  /** Of each event, when the last attendant had it: epoch ms. */
  lastOf: Record<string, number>
  events: number
  bytes: number
  presence: number
}

/** Five hundred attendants online, in a process of their own. */
export async function measureLive(stage: Stage): Promise<Row[]> {
  const size = 500
  const crowd = fork(join(import.meta.dirname, '../crowd.ts'), {
    env: {
      ...process.env,
      CROWD_URL: stage.whole.url,
    },
  })
  const ask = (order: Order) =>
    new Promise<CrowdReport>((resolve) => {
      crowd.once('message', (report) => resolve(report as CrowdReport))
      crowd.send(order)
    })
  await ask({ connect: await hireAttendants(stage, size) })
  const visitors = await makeVisitors(stage, 20)
  const begun = new Map<string, number>()
  const count = stage.isQuick ? 20 : 50
  await ask('reset')
  for (let index = 0; index < count; index += 1) {
    const body = `a todos ${index}`
    begun.set(body, Date.now())
    await write(stage, visitorOf(visitors, index), body)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const heard = await ask('report')
  const samples = [...begun].flatMap(([body, at]) =>
    heard.lastOf[body] === undefined ? [] : [heard.lastOf[body] - at],
  )
  const perAttendant = heard.events / (size * count)
  const bytes = heard.bytes / heard.events
  const memory = await steady(stage, visitors)
  await ask('reset')
  const again = await ask('reconnect')
  crowd.kill()
  const p95 = percentile(samples, 0.95)
  return [
    {
      what: `one event to ${size} attendants, the last one`,
      ours: `p50 ${ms(percentile(samples, 0.5))}, p95 ${ms(p95)}`,
      wanted: 'p95 < 100 ms',
      holds: p95 < 100 && samples.length === count,
    },
    {
      what: 'events and bytes per attendant and message',
      ours: `${perAttendant.toFixed(2)}, ${bytes.toFixed(0)} bytes`,
      wanted: '≤ 1, ≤ 1536',
      holds: perAttendant <= 1 && bytes <= 1536,
    },
    {
      what: `${size} reconnects at once`,
      ours: `${(again.connectedIn / 1000).toFixed(1)} s, ${again.presence} presence events`,
      wanted: '< 3 s, no storm',
      holds: again.connectedIn < 3000 && again.presence < size,
    },
    memory,
  ]
}

/** The same load for ten minutes, with people who look at lists and conversations beside it. */
async function steady(stage: Stage, visitors: Visitor[]): Promise<Row> {
  const minutes = stage.isQuick ? 0.5 : 10
  const { admin, data, pid } = stage.whole
  const read = async (path: string) => {
    const { status, text } = await admin.get(path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  }
  const until = performance.now() + minutes * 60_000
  const samples: number[] = []
  for (let turn = 0; performance.now() < until; turn += 1) {
    const second = new Promise((resolve) => setTimeout(resolve, 1000))
    for (let index = 0; index < 5; index += 1)
      await write(stage, visitorOf(visitors, turn * 5 + index), `Ainda aqui ${turn}`)
    await read('/tickets?status=pending&showAll=true&pageNumber=1')
    await read(`/messages/${data.ticketIds[turn % data.ticketIds.length]}?pageNumber=1`)
    samples.push(memoryOf(pid))
    await second
  }
  const quarter = Math.floor(samples.length / 4)
  const [early, late] = [mean(samples.slice(quarter, 2 * quarter)), mean(samples.slice(-quarter))]
  const highest = Math.max(...samples)
  return {
    what: `memory with 500 sockets, ${minutes} minutes of 5 messages/s to each`,
    ours: `${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last, at most ${highest.toFixed(0)} MB`,
    wanted: '< 350 MB, no growth (≤ ×1.05)',
    holds: highest < 350 && late <= 1.05 * early,
  }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function visitorOf(visitors: Visitor[], turn: number): Visitor {
  const visitor = visitors[turn % visitors.length]
  if (!visitor) throw new Error('no visitors')
  return visitor
}
