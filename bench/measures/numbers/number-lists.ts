import type { NumberName } from '@guiche/contract'
import type { Client, Reply } from '../../client.ts'
import { byTurns } from '../../numbers/by-turns.ts'
import { openHouse } from '../../numbers/open-house.ts'
import { type Row, ms, percentile } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'

const names: NumberName[] = ['pendingNow', 'started', 'finished', 'finishedUnanswered', 'leads', 'waitTime', 'score']

/**
 * Measures the list behind a number: its first page and one in the middle, of a month and of two years; and how many of its rows an
 * attendant may not see, which reads them all.
 */
export async function measureNumberLists(testbed: Testbed): Promise<Row[]> {
  const house = await openHouse(testbed, 'numbers')
  const rows: Row[] = []
  for (const who of ['admin', 'attendant'] as const) {
    await house.logIn()
    const client = who === 'admin' ? house.product.admin : house.attendant
    for (const name of names) {
      for (const days of [30, 730]) {
        const path = `/dashboard/list/${name}?days=${days}`
        const middle = await middleOf(client, path, days)
        const times = await byTurns(testbed.isQuick ? 10 : 30, [
          () => client.get(path),
          ...(middle === undefined ? [] : [() => client.get(`${path}&after=${middle}`)]),
        ])
        const p95 = times.map((samples) => percentile(samples, 0.95))
        const hidden = who === 'attendant' && days === 730 ? await hiddenOf(client, name, days) : []
        rows.push(...hidden, {
          what: `list of ${name}, ${days} days, ${who}`,
          ours: `p95 ${p95.map(ms).join(', in the middle ')}`,
          wanted: 'p95 < 50 ms',
          holds: p95.every((time) => time < 50),
        })
      }
    }
  }
  return rows
}

async function hiddenOf(client: Client, name: NumberName, days: number): Promise<Row[]> {
  const [times = []] = await byTurns(5, [() => client.get(`/dashboard/hidden/${name}?days=${days}`)])
  const p95 = percentile(times, 0.95)
  const what = `rows of ${name} that an attendant may not see, ${days} days`
  return [{ what, ours: `p95 ${ms(p95)}`, wanted: 'p95 < 2 s', holds: p95 < 2000 }]
}

/** Where a page in the middle of the period begins. Undefined: one page is all there is. */
async function middleOf(client: Client, path: string, days: number): Promise<string | undefined> {
  const reply: Reply = await client.get(path)
  const { next, count }: { next: string | null; count: number } = JSON.parse(reply.text)
  if (reply.status !== 200 || count === 0) throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 200)}`)
  if (next === null) return undefined
  const half = (days / 2) * 86_400 * 1_000_000
  return `${Number(next.split('-')[0]) - half}-0`
}
