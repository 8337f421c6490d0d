import { type Client, type Reply, type Timing, timed } from '../client.ts'
import { listen } from '../listener.ts'
import { cpuOf } from '../processes.ts'
import type { ServerUnderTest, Stage } from '../stage.ts'
import { type Row, ms } from '../table.ts'

type Call = (client: Client) => Promise<Reply>
type Who = 'admin' | 'attendant'

interface Read {
  what: string
  who: Who
  path: (data: ServerUnderTest['data']) => string
  floor: string
}

const listOf = (status: string, showAll = true) => `/tickets?status=${status}&showAll=${showAll}&pageNumber=1`
const openTickets = listOf('open')
const messagePage = ({ ticketId }: ServerUnderTest['data']) => `/messages/${ticketId}?pageNumber=1`
const contactList = () => '/contacts?searchParam=&pageNumber=1'

const reads: Read[] = [
  { what: 'ticket list, open', who: 'admin', path: () => openTickets, floor: '/tickets?status=open' },
  { what: 'ticket list, pending', who: 'admin', path: () => listOf('pending'), floor: '/tickets?status=pending' },
  { what: 'ticket list, groups', who: 'admin', path: () => listOf('group'), floor: '/tickets?status=group' },
  { what: 'ticket list, closed', who: 'admin', path: () => listOf('closed'), floor: '/tickets?status=closed' },
  { what: 'message page', who: 'admin', path: messagePage, floor: '/messages' },
  { what: 'contact list', who: 'admin', path: contactList, floor: '/contacts' },
  { what: 'ticket list, open', who: 'attendant', path: () => listOf('open', false), floor: '/tickets?status=open' },
  {
    what: 'ticket list, pending',
    who: 'attendant',
    path: () => listOf('pending', false),
    floor: '/tickets?status=pending',
  },
  { what: 'ticket list, groups', who: 'attendant', path: () => listOf('group', false), floor: '/tickets?status=group' },
  {
    what: 'ticket list, closed',
    who: 'attendant',
    path: () => listOf('closed', false),
    floor: '/tickets?status=closed',
  },
  { what: 'message page', who: 'attendant', path: messagePage, floor: '/messages' },
]

/** Reading and sending: each call at concurrency 1 and 8, in turns with its floor. */
export async function measureCalls(stage: Stage): Promise<Row[]> {
  const seconds = stage.isQuick ? 1.5 : 4
  const rows: Row[] = []
  for (const read of reads) rows.push(...(await reading(stage, read, seconds)))
  for (const term of ['antonia', 'otavio 12', '900004']) rows.push(await searching(stage, term, seconds))
  rows.push(...(await flatness(stage, seconds)))
  rows.push(...(await sending(stage, seconds)))
  rows.push(await cpuPer(stage, 'CPU per ticket list', 1.5, seconds, (client) => client.get(openTickets)))
  return rows
}

async function reading(stage: Stage, { what, who, path, floor: name }: Read, seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  const ours = path(stage.whole.data)
  const floors = name === '/messages' ? `/messages/${stage.whole.data.ticketId}` : name
  for (const lanes of [1, 8]) {
    const { mine, floor } = await beside(stage, lanes, seconds, {
      ours: () => stage.whole[who].get(ours),
      floors: () => stage.floor.client.get(floors),
    })
    const ratio = mine.p50 / floor.p50
    rows.push({
      what: `${what}, ${who}, ${lanes} at once`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      floor: `p50 ${ms(floor.p50)} (×${ratio.toFixed(1)})`,
      wanted: lanes > 1 ? '≤ ×3' : '≤ ×3, p95 < 10 ms',
      holds: ratio <= 3 && (lanes > 1 || mine.p95 < 10),
    })
  }
  return rows
}

async function searching(stage: Stage, term: string, seconds: number): Promise<Row> {
  const query = `/contacts?searchParam=${encodeURIComponent(term)}&pageNumber=1`
  const { mine, floor } = await beside(stage, 1, seconds, {
    ours: () => stage.whole.admin.get(query),
    floors: () => stage.floor.client.get(query),
  })
  return {
    what: `contact search, "${term}"`,
    ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
    floor: `p50 ${ms(floor.p50)}, p95 ${ms(floor.p95)} (×${(mine.p50 / floor.p50).toFixed(1)})`,
    wanted: 'p95 < 15 ms',
    holds: mine.p95 < 15,
  }
}

/** Three rounds in turns; the round with the middle ratio counts. */
async function beside(
  stage: Stage,
  lanes: number,
  seconds: number,
  { ours, floors }: { ours: () => Promise<Reply>; floors: () => Promise<Reply> },
): Promise<{ mine: Timing; floor: Timing }> {
  await timed(lanes, 0.5, ours)
  await timed(lanes, 0.5, floors)
  const rounds: { mine: Timing; floor: Timing }[] = []
  for (let round = 0; round < 3; round += 1)
    rounds.push({ mine: await timed(lanes, seconds / 3, ours), floor: await timed(lanes, seconds / 3, floors) })
  const middle = rounds.toSorted((a, b) => a.mine.p50 / a.floor.p50 - b.mine.p50 / b.floor.p50)[1]
  if (!middle) throw new Error('no rounds')
  return middle
}

async function flatness(stage: Stage, seconds: number): Promise<Row[]> {
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
    const of = ({ admin, data }: ServerUnderTest) => timed(1, seconds / 2, () => admin.get(path(data)))
    await timed(1, 0.5, () => stage.tenth.admin.get(path(stage.tenth.data)))
    const [small, large] = [await of(stage.tenth), await of(stage.whole)]
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

async function sending(stage: Stage, seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  const { ticketIds } = stage.whole.data
  let turn = 0
  const post: Call = (client) =>
    client.post(`/messages/${ticketIds[turn++ % ticketIds.length]}`, { body: 'Bom dia! Segue o orçamento.' })
  for (const lanes of [1, 8]) {
    const { mine, floor } = await beside(stage, lanes, seconds, {
      ours: () => post(stage.whole.admin),
      floors: () => post(stage.floor.client),
    })
    const [ratio, slow] = [mine.p50 / floor.p50, mine.p95 / floor.p95]
    rows.push({
      what: `POST /messages, ${lanes} at once`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      floor: `p50 ${ms(floor.p50)} (×${ratio.toFixed(1)}), p95 ${ms(floor.p95)} (×${slow.toFixed(1)})`,
      wanted: lanes > 1 ? 'p50 and p95 ≤ ×5' : 'p50 ≤ ×5, p95 < 15 ms',
      holds: ratio <= 5 && (lanes > 1 ? slow <= 5 : mine.p95 < 15),
    })
  }
  const socket = await listen(stage.whole.url, stage.whole.tokens)
  socket.open(ticketIds.slice(0, 20))
  const cpu = await cpuPer(stage, 'CPU per send, to the tick and every event', 2.5, seconds, post)
  const heard = socket.updated()
  socket.close()
  rows.push({ ...cpu, ours: `${cpu.ours}, ${heard} ticks heard`, holds: cpu.holds && heard > 0 })
  return rows
}

/**
 * Of three rounds the middle one. What was begun is worked off before the account is read. Eight at once: a processor
 * that falls asleep between two calls is slow to wake, and that would count as ours.
 */
async function cpuPer(stage: Stage, what: string, wanted: number, seconds: number, call: Call): Promise<Row> {
  const spent = async (client: Client, pid: number) => {
    await quiet(pid)
    const [server, database] = [cpuOf(pid), cpuOf(stage.postgres.pid())]
    const { count } = await timed(8, seconds / 2, () => call(client))
    await quiet(pid)
    return { own: (cpuOf(pid) - server) / count, theirs: (cpuOf(stage.postgres.pid()) - database) / count }
  }
  const rounds = []
  for (let round = 0; round < 3; round += 1)
    rounds.push({
      mine: await spent(stage.whole.admin, stage.whole.pid),
      floor: await spent(stage.floor.client, stage.floor.pid),
    })
  const { mine, floor } = rounds.toSorted((a, b) => a.mine.own - b.mine.own)[1] ?? {}
  if (!mine || !floor) throw new Error('no rounds')
  return {
    what,
    ours: `server ${ms(mine.own)} (+ database ${ms(mine.theirs)})`,
    floor: `${ms(floor.own)} (+ ${ms(floor.theirs)})`,
    wanted: `< ${wanted} ms`,
    holds: mine.own < wanted,
  }
}

/** Until what was sent has been worked off, so that its cost is not counted elsewhere. */
async function quiet(pid: number): Promise<void> {
  let last = -1
  for (;;) {
    const now = cpuOf(pid)
    if (now - last < 20) return
    last = now
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
