import type { Browser, CDPSession, Page } from '@playwright/test'
import { logInOn, openBrowser } from '../browser.ts'
import { type Row, median, ms, percentile, table } from '../table.ts'
import { type Testbed, openTestbed } from '../testbed.ts'
import { type Conversation, makeConversations, many, openTickets } from './long-ticket.ts'
import { coverWithCopy, loadAll, openConversation, scrollFor, typeKeys } from './reader.ts'

/**
 * `node scripts/run.mjs bench:reading 30` (minutes): somebody works for that long in a list of 500 tickets and a
 * conversation with 10,000 messages, while messages arrive (R52). Growth of memory over a few minutes says little.
 * The exit code is 1 if a row missed its target.
 */
const minutes = Number(process.argv[2] ?? 30)
const listed = 500
/** MB of the heap after everything that is not used has been freed, and when, in hours. */
const heap: { at: number; used: number }[] = []
const frames: number[] = []
const keys: number[] = []

const testbed = await openTestbed({ isQuick: true, messages: 50_000 })
let rows: Row[] = []
try {
  rows = await work(testbed)
} finally {
  await testbed.close()
}
console.log(table(rows))
process.exit(rows.every(({ holds }) => holds) ? 0 : 1)

async function work(bed: Testbed): Promise<Row[]> {
  const { long, short } = await makeConversations(bed)
  await openTickets(bed, listed)
  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  await logInOn(page, bed)
  const first = await initialLoad(page, bed, long)
  const login = await loginLoad(browser, bed)
  await loadAll(page)
  const session = await page.context().newCDPSession(page)
  const begun = performance.now()
  let isOn = true
  const arriving = messagesArrive(bed, [long, short], () => isOn)
  try {
    while (performance.now() - begun < minutes * 60_000) {
      await round(page, long, short)
      heap.push({ at: (performance.now() - begun) / 3_600_000, used: await heapOf(session) })
      console.log(`${((performance.now() - begun) / 60_000).toFixed(1)} min: heap ${heap.at(-1)?.used.toFixed(1)} MB`)
    }
  } finally {
    isOn = false
    await Promise.allSettled([arriving])
  }
  const arrived = await arriving
  const bare = (await scrollFor(page, 10, await coverWithCopy(page))).frames
  await browser.close()

  const growth = slopeOf(heap)
  const perSecond = perSecondOf(frames)
  const typed = percentile(keys, 0.95)
  return [
    {
      what: `first load with ${many} messages in the ticket and ${listed} tickets in the list`,
      ours: ms(first),
      baseline: `${ms(login)}: the login, which needs no data`,
      wanted: '< 2 s',
      holds: first < 2000,
    },
    {
      what: `scrolling for ${minutes} minutes while ${arrived} messages arrive`,
      ours: `${perSecond.toFixed(0)} frames/s, p95 ${ms(percentile(frames, 0.95))}`,
      baseline: `${perSecondOf(bare).toFixed(0)} frames/s, p95 ${ms(percentile(bare, 0.95))}: a thousand such rows without code`,
      wanted: '≥ 50 frames/s',
      holds: perSecond >= 50,
    },
    { what: 'a key in the composer meanwhile, p95', ours: ms(typed), wanted: '< 100 ms', holds: typed < 100 },
    {
      what: 'growth of the heap',
      ours: `${growth.toFixed(1)} MB/h, ${median(heap.map(({ used }) => used)).toFixed(1)} MB`,
      wanted: '< 30 MB/h',
      holds: growth < 30,
    },
  ]
}

function perSecondOf(times: number[]): number {
  return (1000 * times.length) / times.reduce((sum, time) => sum + time, 0)
}

/** From the start of the navigation until messages are painted. */
async function initialLoad(page: Page, { whole }: Testbed, { uuid }: Conversation): Promise<number> {
  const begun = performance.now()
  await page.goto(`${whole.url}/tickets/${uuid}`)
  await page.getByRole('log').locator('[data-message]').first().waitFor()
  return performance.now() - begun
}

/** The same files without a session: from the start of the navigation until the form is painted, for the second time. */
async function loginLoad(browser: Browser, { whole }: Testbed): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  const load = async () => {
    const begun = performance.now()
    await page.goto(`${whole.url}/login`)
    await page.getByLabel(/e-?mail/i).waitFor()
    return performance.now() - begun
  }
  await load()
  const again = await load()
  await page.close()
  return again
}

/** What somebody does in some seconds: reads upwards, writes, looks at another ticket, scrolls the list. */
async function round(page: Page, long: Conversation, short: Conversation): Promise<void> {
  frames.push(...(await scrollFor(page, 5)).frames)
  keys.push(...(await typeKeys(page, 20)))
  await openConversation(page, short)
  await page.waitForTimeout(500)
  await page.mouse.move(200, 500)
  for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, turn < 5 ? 600 : -600)
  await openConversation(page, long)
  await page.waitForTimeout(500)
}

/** Two messages a second, in turns in both conversations. */
async function messagesArrive(bed: Testbed, to: Conversation[], isOn: () => boolean): Promise<number> {
  let count = 0
  while (isOn()) {
    const ticket = to[count % to.length]
    const { status, text } = await bed.whole.attendant.post(`/messages/${ticket?.ticketId}`, { body: `Chega ${count}` })
    // An access token is valid for a quarter of an hour.
    if (status === 403 || status === 401) await bed.whole.logInAttendant()
    else if (status !== 200) throw new Error(`a message was answered with ${status} ${text}`)
    else count += 1
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return count
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

/** MB per hour, by least squares. The first quarter is left out: caches fill. */
function slopeOf(points: { at: number; used: number }[]): number {
  const later = points.slice(Math.floor(points.length / 4))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, used] = [mean(later.map((point) => point.at)), mean(later.map((point) => point.used))]
  const over = later.reduce((sum, point) => sum + (point.at - at) * (point.used - used), 0)
  return over / later.reduce((sum, point) => sum + (point.at - at) ** 2, 0)
}
