import type pg from 'pg'
import { addList, hasEnded, hasStarted, judge, numberOf, startCampaign } from '../../campaigns/campaigns.ts'
import { onDatabase } from '../../database.ts'
import { type Desk, type DeskTimes, forkDesk } from '../../desk/desk.ts'
import { linkPhone, until } from '../../phones.ts'
import { memoryOf } from '../../processes.ts'
import { type Row, ms, percentile } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'
import { BaselineClient } from '../whatsapp.ts'

const numbers = 4

/**
 * Measures a whole campaign over four WhatsApp numbers while attendants work: first to a few people, then to many.
 * `CAMPAIGN_PEOPLE` says to how many, 100,000 by default, which takes at least twenty minutes: a number starts twenty
 * automatic messages a second at most.
 *
 * The attendants are measured without a campaign, beside it, and beside as many messages that only the client library sends:
 * what the machine has left for them then is the most that a campaign could leave.
 */
export async function measureCampaign(testbed: Testbed): Promise<Row[]> {
  const many = Number(process.env['CAMPAIGN_PEOPLE'] ?? (testbed.isQuick ? 2000 : 100_000))
  const few = Math.min(10_000, many / 2)
  const seconds = testbed.isQuick ? 10 : 60
  const product = await testbed.fresh('whole_campaign', { GUICHE_CAMPAIGN_PAUSE: '0' })
  const own = { ...testbed, whole: product }
  const connectionIds: number[] = []
  for (let nth = 0; nth < numbers; nth += 1)
    connectionIds.push((await linkPhone(own, { name: String(300 + nth).padStart(5, '0') })).id)
  const desk = await forkDesk(product)
  await desk.work(5)
  const alone = await desk.work(seconds)
  return onDatabase(testbed.adminUrlOf('whole_campaign'), async (db) => {
    const run = (from: number, count: number) => runBeside(own, db, { connectionIds, from, count })
    const first = await run(2_000_000, few)
    await first.end()
    const second = await run(3_000_000, many)
    const before = second.arrived()
    const beside = await desk.work(seconds)
    const perSecond = (second.arrived() - before) / seconds
    const [small, large] = [await first.end(), await second.end()]
    const floor = await besideLibrary(own, desk, { seconds, perSecond })
    desk.close()
    await product.stop()
    const ratio = small.rate / large.rate
    const { lost, doubled, memory } = large
    const [second4, last4] = [middleOf(memory, 1), middleOf(memory, 3)]
    const most = Math.max(...memory)
    return [
      {
        what: `campaign to ${many.toLocaleString('en')} people over ${numbers} WhatsApp numbers, until their phones have decrypted it`,
        ours: `${large.rate.toFixed(1)}/s, ${lost} lost, ${doubled} doubled`,
        baseline: `${small.rate.toFixed(1)}/s with ${few.toLocaleString('en')} people (×${ratio.toFixed(2)})`,
        wanted: 'one each, ≤ ×1.1',
        holds: lost === 0 && doubled === 0 && ratio <= 1.1,
      },
      {
        what: 'memory of the server meanwhile',
        ours: `${second4.toFixed(0)} MB in the second quarter, ${last4.toFixed(0)} MB in the last, at most ${most.toFixed(0)} MB`,
        wanted: '< 350 MB, no growth (≤ ×1.05)',
        holds: most < 350 && last4 <= 1.05 * second4,
      },
      besideRow(
        `arrival to an attendant's socket during the campaign, ${beside.missing} missing`,
        { beside: beside.arrivals, alone: alone.arrivals, floor: floor.arrivals },
        beside.missing === 0,
      ),
      besideRow("an attendant's answer during the campaign", {
        beside: beside.sends,
        alone: alone.sends,
        floor: floor.sends,
      }),
    ]
  })
}

interface Outcome {
  rate: number
  lost: number
  doubled: number
  /** Of the server, in MB, once a second. */
  memory: number[]
}

interface Run {
  connectionIds: readonly number[]
  from: number
  count: number
}

/** Starts a campaign; the answer resolves when every phone has its message. */
async function runBeside(
  { whole, whatsApp }: Testbed,
  db: pg.Client,
  { connectionIds, from, count }: Run,
): Promise<{ arrived: () => number; end: () => Promise<Outcome> }> {
  const people = Array.from({ length: count }, (_, nth) => whatsApp.contact(numberOf(from + nth), `Pessoa ${nth}`))
  const listId = await addList(db, { companyId: whole.data.companyId, from, count })
  const id = await startCampaign(whole, { connectionIds, listId })
  await hasStarted(db, id)
  const begun = performance.now()
  const memory: number[] = []
  const sampling = setInterval(() => memory.push(memoryOf(whole.pid)), 1000)
  const outcome = hasEnded(db, id, count)
    .then(() => until(async () => people.every(({ inbox }) => inbox.length > 0)))
    .then(() => {
      const rate = (count * 1000) / (performance.now() - begun)
      const addresses = people.flatMap(({ inbox, number }) => inbox.map(() => number))
      return { rate, memory, ...judge(addresses, count) }
    })
    .finally(() => clearInterval(sampling))
  // Somebody looks at it later.
  outcome.catch(() => undefined)
  return { arrived: () => people.filter(({ inbox }) => inbox.length > 0).length, end: () => outcome }
}

/** The attendants work while a process with the client library alone sends to strangers. */
async function besideLibrary(
  { whatsApp }: Testbed,
  desk: Desk,
  { seconds, perSecond }: { seconds: number; perSecond: number },
): Promise<DeskTimes> {
  const bare = await BaselineClient.start(whatsApp)
  const strangers = Array.from({ length: Math.round(perSecond * seconds) }, (_, nth) =>
    whatsApp.contact(numberOf(4_000_000 + nth), `Estranho ${nth}`),
  )
  const sending = bare.sendSteadily(strangers, perSecond)
  const times = await desk.work(seconds)
  await sending
  bare.stop()
  return times
}

/** The middle of a quarter: 0 is the first one. */
function middleOf(memory: readonly number[], quarter: number): number {
  const length = memory.length / 4
  return percentile(memory.slice(Math.floor(quarter * length), Math.ceil((quarter + 1) * length)), 0.5)
}

/** In ms. */
interface Times {
  beside: number[]
  alone: number[]
  floor: number[]
}

function besideRow(what: string, { beside, alone, floor }: Times, isWhole = true): Row {
  const [mine, baseline, least] = [percentile(beside, 0.95), percentile(alone, 0.95), percentile(floor, 0.95)]
  const ratio = mine / baseline
  return {
    what,
    ours: `p50 ${ms(percentile(beside, 0.5))}, p95 ${ms(mine)}`,
    baseline: `p50 ${ms(percentile(alone, 0.5))}, p95 ${ms(baseline)}: without a campaign (×${ratio.toFixed(1)}); p50 ${ms(percentile(floor, 0.5))}, p95 ${ms(least)}: beside as many messages of the library alone (×${(mine / least).toFixed(1)})`,
    wanted: 'p95 ≤ ×1.3',
    holds: isWhole && ratio <= 1.3,
  }
}
