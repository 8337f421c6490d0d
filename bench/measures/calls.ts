import { type Client, type Timing, timed } from '../client.ts'
import { cpuOf } from '../processes.ts'
import type { Stage } from '../stage.ts'
import { type Row, ms } from '../table.ts'

const openTickets = '/tickets?status=open&showAll=true&pageNumber=1'

/** Reading and sending: each call at concurrency 1 and 8, the floor before and after. */
export async function measureCalls(stage: Stage): Promise<Row[]> {
  const rows: Row[] = []
  const seconds = stage.isQuick ? 1.5 : 4
  const { ticketId } = stage.whole.data
  const reads: [string, string, string][] = [
    ['ticket list, open', openTickets, '/tickets?status=open'],
    ['ticket list, pending', '/tickets?status=pending&showAll=true&pageNumber=1', '/tickets?status=pending'],
    ['ticket list, closed', '/tickets?status=closed&showAll=true&pageNumber=1', '/tickets?status=closed'],
    ['message page', `/messages/${ticketId}?pageNumber=1`, `/messages/${ticketId}`],
    ['contact list', '/contacts?searchParam=&pageNumber=1', '/contacts'],
  ]
  for (const [what, ours, floors] of reads) {
    for (const lanes of [1, 8]) {
      const { mine, floor } = await beside(
        stage,
        lanes,
        seconds,
        (client) => client.get(ours),
        (client) => client.get(floors),
      )
      const ratio = mine.p50 / floor.p50
      const isFast = lanes > 1 || mine.p95 < 10
      rows.push({
        what: `${what}, ${lanes} at once`,
        ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
        floor: `p50 ${ms(floor.p50)} (×${ratio.toFixed(1)})`,
        wanted: lanes > 1 ? '≤ ×3' : '≤ ×3, p95 < 10 ms',
        holds: ratio <= 3 && isFast,
      })
    }
  }
  for (const term of ['antonia', 'otavio 12', '900004']) {
    const mine = await timed(1, seconds, () =>
      stage.whole.admin.get(`/contacts?searchParam=${encodeURIComponent(term)}&pageNumber=1`),
    )
    rows.push({
      what: `contact search, "${term}"`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      wanted: 'p95 < 15 ms',
      holds: mine.p95 < 15,
    })
  }
  rows.push(...(await flatness(stage, seconds)))
  rows.push(...(await sending(stage, seconds)))
  rows.push(await cpuPer(stage, 'CPU per ticket list', 1.5, seconds, (client) => client.get(openTickets)))
  return rows
}

async function beside(
  stage: Stage,
  lanes: number,
  seconds: number,
  ours: (client: Client) => ReturnType<Client['get']>,
  floors: (client: Client) => ReturnType<Client['get']>,
): Promise<{ mine: Timing; floor: Timing }> {
  await timed(lanes, 0.5, () => ours(stage.whole.admin))
  await timed(lanes, 0.5, () => floors(stage.floor.client))
  const rounds: { mine: Timing; floor: Timing }[] = []
  for (let round = 0; round < 3; round += 1) {
    rounds.push({
      mine: await timed(lanes, seconds / 3, () => ours(stage.whole.admin)),
      floor: await timed(lanes, seconds / 3, () => floors(stage.floor.client)),
    })
  }
  const middle = rounds.toSorted((a, b) => a.mine.p50 / a.floor.p50 - b.mine.p50 / b.floor.p50)[1]
  if (!middle) throw new Error('no rounds')
  return middle
}

async function flatness(stage: Stage, seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  const calls: [string, (ticketId: number) => string][] = [
    ['ticket list, closed', () => '/tickets?status=closed&showAll=true&pageNumber=1'],
    ['message page', (ticketId) => `/messages/${ticketId}?pageNumber=1`],
    ['contact list', () => '/contacts?searchParam=&pageNumber=1'],
  ]
  for (const [what, path] of calls) {
    await timed(1, 0.5, () => stage.tenth.admin.get(path(stage.tenth.data.ticketId)))
    const small = await timed(1, seconds / 2, () => stage.tenth.admin.get(path(stage.tenth.data.ticketId)))
    const large = await timed(1, seconds / 2, () => stage.whole.admin.get(path(stage.whole.data.ticketId)))
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
  const post = (client: Client) =>
    client.post(`/messages/${ticketIds[turn++ % ticketIds.length]}`, { body: 'Bom dia! Segue o orçamento.' })
  for (const lanes of [1, 8]) {
    const { mine, floor } = await beside(stage, lanes, seconds, post, post)
    const ratio = mine.p50 / floor.p50
    rows.push({
      what: `POST /messages, ${lanes} at once`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      floor: `p50 ${ms(floor.p50)} (×${ratio.toFixed(1)})`,
      wanted: lanes > 1 ? '≤ ×5' : '≤ ×5, p95 < 15 ms',
      holds: ratio <= 5 && (lanes > 1 || mine.p95 < 15),
    })
  }
  rows.push(await cpuPer(stage, 'CPU per send, to the tick and every event', 2.5, seconds, post))
  return rows
}

/**
 * Of three rounds the middle one; what was begun is worked off before the account is read. Eight at once: a processor that
 * falls asleep between two calls is slow to wake, and that would count as ours.
 */
async function cpuPer(
  stage: Stage,
  what: string,
  wanted: number,
  seconds: number,
  call: (client: Client) => ReturnType<Client['get']>,
): Promise<Row> {
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
