import { type Client, type Reply, type Timing, measureTiming } from '../client.ts'
import { listen } from '../listener.ts'
import { cpuOf } from '../processes.ts'
import type { ServerUnderTest, Testbed } from '../testbed.ts'
import { type Row, ms } from '../table.ts'
import { measureSearch } from './search.ts'

type Call = (client: Client) => Promise<Reply>
type Who = 'admin' | 'attendant'

interface Read {
  what: string
  who: Who
  path: (data: ServerUnderTest['data']) => string
  baseline: string
}

const listOf = (status: string, showAll = true) => `/tickets?status=${status}&showAll=${showAll}&pageNumber=1`
const openTickets = listOf('open')
const messagePage = ({ ticketId }: ServerUnderTest['data']) => `/messages/${ticketId}?pageNumber=1`
const contactList = () => '/contacts?searchParam=&pageNumber=1'

const reads: Read[] = [
  { what: 'ticket list, open', who: 'admin', path: () => openTickets, baseline: '/tickets?status=open' },
  { what: 'ticket list, pending', who: 'admin', path: () => listOf('pending'), baseline: '/tickets?status=pending' },
  { what: 'ticket list, groups', who: 'admin', path: () => listOf('group'), baseline: '/tickets?status=group' },
  { what: 'ticket list, closed', who: 'admin', path: () => listOf('closed'), baseline: '/tickets?status=closed' },
  { what: 'message page', who: 'admin', path: messagePage, baseline: '/messages' },
  { what: 'contact list', who: 'admin', path: contactList, baseline: '/contacts' },
  { what: 'ticket list, open', who: 'attendant', path: () => listOf('open', false), baseline: '/tickets?status=open' },
  {
    what: 'ticket list, pending',
    who: 'attendant',
    path: () => listOf('pending', false),
    baseline: '/tickets?status=pending',
  },
  {
    what: 'ticket list, groups',
    who: 'attendant',
    path: () => listOf('group', false),
    baseline: '/tickets?status=group',
  },
  {
    what: 'ticket list, closed',
    who: 'attendant',
    path: () => listOf('closed', false),
    baseline: '/tickets?status=closed',
  },
  { what: 'message page', who: 'attendant', path: messagePage, baseline: '/messages' },
]

/** Measures reads and sends, each at concurrency 1 and 8, alternating with the baseline. */
export async function measureCalls(testbed: Testbed): Promise<Row[]> {
  const seconds = testbed.isQuick ? 1.5 : 4
  const rows: Row[] = []
  for (const read of reads) rows.push(...(await reading(testbed, read, seconds)))
  for (const term of ['antonia', 'otavio 12', '900004']) rows.push(await searching(testbed, term, seconds))
  rows.push(...(await measureSearch(testbed, seconds)))
  rows.push(...(await growth(testbed, seconds)))
  rows.push(...(await sending(testbed, seconds)))
  rows.push(await cpuPer(testbed, 'CPU per ticket list', 1.5, seconds, (client) => client.get(openTickets)))
  return rows
}

async function reading(testbed: Testbed, { what, who, path, baseline: name }: Read, seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  const ours = path(testbed.whole.data)
  const baselineCall = name === '/messages' ? `/messages/${testbed.whole.data.ticketId}` : name
  for (const lanes of [1, 8]) {
    const { mine, baseline } = await beside(lanes, seconds, {
      ours: () => testbed.whole[who].get(ours),
      baselineCall: () => testbed.baseline.client.get(baselineCall),
    })
    const ratio = mine.p50 / baseline.p50
    rows.push({
      what: `${what}, ${who}, ${lanes} at once`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      baseline: `p50 ${ms(baseline.p50)} (×${ratio.toFixed(1)})`,
      wanted: lanes > 1 ? '≤ ×3' : '≤ ×3, p95 < 10 ms',
      holds: ratio <= 3 && (lanes > 1 || mine.p95 < 10),
    })
  }
  return rows
}

async function searching(testbed: Testbed, term: string, seconds: number): Promise<Row> {
  const query = `/contacts?searchParam=${encodeURIComponent(term)}&pageNumber=1`
  const { mine, baseline } = await beside(1, seconds, {
    ours: () => testbed.whole.admin.get(query),
    baselineCall: () => testbed.baseline.client.get(query),
  })
  return {
    what: `contact search, "${term}"`,
    ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
    baseline: `p50 ${ms(baseline.p50)}, p95 ${ms(baseline.p95)} (×${(mine.p50 / baseline.p50).toFixed(1)})`,
    wanted: 'p95 < 15 ms',
    holds: mine.p95 < 15,
  }
}

/** Three rounds, alternating between product and baseline; the round with the middle ratio counts. */
export async function beside(
  lanes: number,
  seconds: number,
  { ours, baselineCall }: { ours: () => Promise<Reply>; baselineCall: () => Promise<Reply> },
): Promise<{ mine: Timing; baseline: Timing }> {
  await measureTiming(lanes, 0.5, ours)
  await measureTiming(lanes, 0.5, baselineCall)
  const rounds: { mine: Timing; baseline: Timing }[] = []
  for (let round = 0; round < 3; round += 1)
    rounds.push({
      mine: await measureTiming(lanes, seconds / 3, ours),
      baseline: await measureTiming(lanes, seconds / 3, baselineCall),
    })
  const middle = rounds.toSorted((a, b) => a.mine.p50 / a.baseline.p50 - b.mine.p50 / b.baseline.p50)[1]
  if (!middle) throw new Error('no rounds')
  return middle
}

async function growth(testbed: Testbed, seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  const calls: [string, (data: ServerUnderTest['data']) => string][] = [
    ['ticket list, open', () => openTickets],
    ['ticket list, pending', () => listOf('pending')],
    ['ticket list, closed', () => listOf('closed')],
    ['message page', messagePage],
    ['contact list', contactList],
    ['contact search, "otavio 12"', () => '/contacts?searchParam=otavio%2012&pageNumber=1'],
  ]
  for (const [what, path] of calls) {
    const of = ({ admin, data }: ServerUnderTest) => measureTiming(1, seconds / 2, () => admin.get(path(data)))
    await measureTiming(1, 0.5, () => testbed.tenth.admin.get(path(testbed.tenth.data)))
    const [small, large] = [await of(testbed.tenth), await of(testbed.whole)]
    const ratio = large.p50 / small.p50
    rows.push({
      what: `${what}, whole data and a tenth`,
      ours: `${ms(large.p50)} and ${ms(small.p50)} (×${ratio.toFixed(2)})`,
      wanted: '≤ ×1.5',
      holds: ratio <= 1.5,
    })
  }
  return rows
}

async function sending(testbed: Testbed, seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  const { ticketIds } = testbed.whole.data
  let turn = 0
  const post: Call = (client) =>
    client.post(`/messages/${ticketIds[turn++ % ticketIds.length]}`, { body: 'Bom dia! Segue o orçamento.' })
  for (const lanes of [1, 8]) {
    const { mine, baseline } = await beside(lanes, seconds, {
      ours: () => post(testbed.whole.admin),
      baselineCall: () => post(testbed.baseline.client),
    })
    const [ratio, slow] = [mine.p50 / baseline.p50, mine.p95 / baseline.p95]
    rows.push({
      what: `POST /messages, ${lanes} at once`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      baseline: `p50 ${ms(baseline.p50)} (×${ratio.toFixed(1)}), p95 ${ms(baseline.p95)} (×${slow.toFixed(1)})`,
      wanted: lanes > 1 ? 'p50 and p95 ≤ ×5' : 'p50 ≤ ×5, p95 < 15 ms',
      holds: ratio <= 5 && (lanes > 1 ? slow <= 5 : mine.p95 < 15),
    })
  }
  const socket = await listen(testbed.whole.url, testbed.whole.tokens)
  socket.open(ticketIds.slice(0, 20))
  const cpu = await cpuPer(testbed, 'CPU per send, including ack and all events', 2.5, seconds, post)
  const heard = socket.updated()
  socket.close()
  rows.push({ ...cpu, ours: `${cpu.ours}, ${heard} acks received`, holds: cpu.holds && heard > 0 })
  return rows
}

/**
 * The middle of three rounds. CPU time is read when the server is idle again, so that work it has begun is counted.
 * Eight calls at once: a processor that sleeps between two calls is slow to wake, and that time would count as the
 * server's.
 */
async function cpuPer(testbed: Testbed, what: string, wanted: number, seconds: number, call: Call): Promise<Row> {
  const spent = async (client: Client, pid: number) => {
    await untilIdle(pid)
    const [server, database] = [cpuOf(pid), cpuOf(testbed.postgres.pid())]
    const { count } = await measureTiming(8, seconds / 2, () => call(client))
    await untilIdle(pid)
    return { own: (cpuOf(pid) - server) / count, theirs: (cpuOf(testbed.postgres.pid()) - database) / count }
  }
  const rounds = []
  for (let round = 0; round < 3; round += 1)
    rounds.push({
      mine: await spent(testbed.whole.admin, testbed.whole.pid),
      baseline: await spent(testbed.baseline.client, testbed.baseline.pid),
    })
  const { mine, baseline } = rounds.toSorted((a, b) => a.mine.own - b.mine.own)[1] ?? {}
  if (!mine || !baseline) throw new Error('no rounds')
  return {
    what,
    ours: `server ${ms(mine.own)} (+ database ${ms(mine.theirs)})`,
    baseline: `${ms(baseline.own)} (+ ${ms(baseline.theirs)})`,
    wanted: `< ${wanted} ms`,
    holds: mine.own < wanted,
  }
}

/** Resolves when the process is idle, so that the work of one round is not counted in the next. */
async function untilIdle(pid: number): Promise<void> {
  let last = -1
  for (;;) {
    const now = cpuOf(pid)
    if (now - last < 20) return
    last = now
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
