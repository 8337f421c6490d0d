import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { hireAttendants } from '../attendants.ts'
import { createClient } from '../client.ts'
import type { Order } from '../crowd.ts'
import { memoryOf } from '../processes.ts'
import type { Stage } from '../stage.ts'
import { type Row, ms, percentile } from '../table.ts'

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
  const open = createClient(stage.whole.url)
  const visitor = JSON.parse(
    (await open.post(`/web-chat/${stage.whole.data.chatToken}/visitors`, { name: 'Todos' })).text,
  )
  const writer = createClient(stage.whole.url, { authorization: `Bearer ${visitor.secret}` })
  const begun = new Map<string, number>()
  const count = stage.isQuick ? 20 : 50
  await ask('reset')
  for (let index = 0; index < count; index += 1) {
    const body = `a todos ${index}`
    begun.set(body, Date.now())
    await writer.post(`/web-chat/${stage.whole.data.chatToken}/messages`, { id: randomUUID(), body })
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const heard = await ask('report')
  const samples = [...begun].flatMap(([body, at]) =>
    heard.lastOf[body] === undefined ? [] : [heard.lastOf[body] - at],
  )
  const perAttendant = heard.events / (size * count)
  const bytes = heard.bytes / heard.events
  const memory = memoryOf(stage.whole.pid)
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
    {
      what: `memory of the server with ${size} sockets`,
      ours: `${memory.toFixed(0)} MB`,
      wanted: '< 350 MB',
      holds: memory < 350,
    },
  ]
}
