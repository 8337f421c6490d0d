import { setTimeout as pause } from 'node:timers/promises'
import type { ReportExportView, ReportFormat } from '@guiche/contract'
import { onDatabase } from '../../database.ts'
import { type Listener, listen } from '../../listener.ts'
import { type HouseUnderTest, openHouse } from '../../numbers/open-house.ts'
import { memoryOf } from '../../processes.ts'
import { type Row, ms, percentile } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'
import { type Visitor, makeVisitors, write } from '../../visitors.ts'

/** Messages per second beside it. */
const load = 20
/** In ms, between two looks at the memory of its process. */
const look = 100
/** So often the export itself is looked at: a user may not make more calls. */
const looksPerCall = 10

/** Measures the file of many attendances: its speed, what it takes of memory, and messages that arrive meanwhile. */
export async function measureExport(testbed: Testbed): Promise<Row[]> {
  const house = await openHouse(testbed, 'numbers')
  const count = testbed.isQuick ? 50_000 : 500_000
  const dateFrom = await dayOf(house, count)
  const visitors = await makeVisitors(house.product, 20)
  for (const visitor of visitors) await write(visitor, 'Oi')
  const rows: Row[] = []
  for (const format of ['csv', 'xlsx'] as const) {
    await house.logIn()
    const socket = await listen(house.product.url, house.product.tokens)
    const alone = await talk(socket, visitors, {
      name: `${format} before`,
      until: pause(testbed.isQuick ? 5000 : 15_000),
    })
    const made = make(house, { format, dateFrom })
    const beside = await talk(socket, visitors, { name: `${format} beside`, until: made })
    socket.close()
    const { done, seconds, memory } = await made
    const [before, during] = [percentile(alone.samples, 0.95), percentile(beside.samples, 0.95)]
    const isAll = beside.samples.length === beside.sent && alone.samples.length === alone.sent
    rows.push({
      what: `file of ${done.toLocaleString('en')} attendances, ${format}`,
      ours: `${Math.round(done / seconds)} rows/s, ${memory.toFixed(0)} MB more; arrival at ${load}/s meanwhile p50 ${ms(percentile(beside.samples, 0.5))}, p95 ${ms(during)}`,
      baseline: `p50 ${ms(percentile(alone.samples, 0.5))}, p95 ${ms(before)} (×${(during / before).toFixed(2)}): arrival without it`,
      wanted: '≥ 20,000 rows/s, < 100 MB, p95 ≤ ×1.2, all arrive',
      holds: done / seconds >= 20_000 && memory < 100 && during / before <= 1.2 && isAll,
    })
  }
  return rows
}

/** The day since which so many attendances have begun. */
function dayOf({ database, product }: HouseUnderTest, count: number): Promise<string> {
  return onDatabase(database, async (db) => {
    const { rows } = await db.query<{ day: string }>(
      `select to_char(min(x.created_at) at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day
       from (select created_at from ticket_turns where company_id = $1 order by created_at desc limit $2) x`,
      [product.data.companyId, count],
    )
    return rows[0]?.day ?? ''
  })
}

interface Made {
  done: number
  seconds: number
  /** In MB, at most, above what the process had before. */
  memory: number
}

async function make({ product }: HouseUnderTest, file: { format: ReportFormat; dateFrom: string }): Promise<Made> {
  const before = memoryOf(product.pid)
  const begun = performance.now()
  const asked = await product.admin.post('/reports/exports', { ...file, rows: 'conversations' })
  if (asked.status !== 201) throw new Error(`export: ${asked.status} ${asked.text}`)
  const { id }: ReportExportView = JSON.parse(asked.text)
  let most = before
  for (let looks = 1; ; looks += 1) {
    await pause(look)
    most = Math.max(most, memoryOf(product.pid))
    if (looks % looksPerCall !== 0) continue
    const listed = await product.admin.get('/reports/exports')
    if (listed.status !== 200) throw new Error(`export: ${listed.status} ${listed.text}`)
    const views: ReportExportView[] = JSON.parse(listed.text)
    const view = views.find((one) => one.id === id)
    if (view?.state === 'failed') throw new Error(`export: ${view.failure}`)
    if (view?.state === 'done')
      return { done: view.done, seconds: (performance.now() - begun) / 1000, memory: most - before }
  }
}

/** Messages of visitors, until something else has ended. In ms, from the call to the socket of an attendant. */
async function talk(
  socket: Listener,
  visitors: Visitor[],
  { name, until }: { name: string; until: Promise<unknown> },
): Promise<{ samples: number[]; sent: number }> {
  const begun = new Map<string, number>()
  const samples: number[] = []
  socket.onMessage((body) => {
    const from = begun.get(body)
    if (from !== undefined) samples.push(performance.now() - from)
  })
  let isOver = false
  const ended = until.finally(() => (isOver = true))
  const start = performance.now()
  const replies: Promise<unknown>[] = []
  let sent = 0
  for (; !isOver; sent += 1) {
    await pause(Math.max(0, start + (sent * 1000) / load - performance.now()))
    const visitor = visitors[sent % visitors.length]
    const body = `${name} ${sent}`
    begun.set(body, performance.now())
    if (visitor) replies.push(write(visitor, body))
  }
  await Promise.all([ended, ...replies])
  await pause(1000)
  return { samples, sent }
}
