import type { Client } from '../../client.ts'
import { byTurns } from '../../numbers/by-turns.ts'
import { type HouseUnderTest, openHouse } from '../../numbers/open-house.ts'
import { type Row, ms, percentile } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'

const pageSize = 50

/** Measures pages of the report over two years: the first, the middle and the last one under each filter. */
export async function measureReportPages(testbed: Testbed): Promise<Row[]> {
  const house = await openHouse(testbed, 'numbers')
  const rows: Row[] = []
  for (const who of ['admin', 'attendant'] as const) {
    await house.logIn()
    const client = who === 'admin' ? house.product.admin : house.attendant
    for (const [what, filter] of Object.entries(filtersOf(house))) {
      const path = `/ticket/reports?pageSize=${pageSize}${filter}`
      const total = await totalOf(client, path)
      if (total === 0 && who === 'attendant') continue
      if (total === 0) throw new Error(`${path}: nothing was found`)
      const last = Math.max(1, Math.ceil(total / pageSize))
      const pages = [...new Set([1, Math.ceil(last / 2), last])]
      const times = await byTurns(
        testbed.isQuick ? 8 : 25,
        pages.map((page) => () => client.get(`${path}&page=${page}`)),
      )
      const p95 = times.map((samples) => percentile(samples, 0.95))
      rows.push({
        what: `report, ${what}, ${who}, ${total.toLocaleString('en')} attendances`,
        ours: `p95 ${p95.map((time, nth) => `${ms(time)} (page ${pages[nth]})`).join(', ')}`,
        wanted: 'p95 < 100 ms',
        holds: p95.every((time) => time < 100),
      })
    }
  }
  return rows
}

function filtersOf({ some }: HouseUnderTest): Record<string, string> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const list = (...values: unknown[]) => encodeURIComponent(JSON.stringify(values))
  return {
    all: '',
    'of a year': `&dateFrom=${day(500)}&dateTo=${day(135)}`,
    'of a queue': `&queueIds=${list(some.queueId)}`,
    'of an attendant': `&users=${list(some.userId)}`,
    'of nobody': `&users=${list(0)}`,
    'of a connection': `&whatsappId=${list(some.connectionId)}`,
    'of an attendant in a queue': `&users=${list(some.userId)}&queueIds=${list(some.queueId)}`,
    'of a contact': `&contactId=${some.contactId}`,
    'of contacts with a tag': `&tags=${list(some.tagId)}`,
    'of contacts with a name': `&searchParam=${encodeURIComponent('Mariana Silva')}`,
    closed: `&status=${list('closed')}`,
    'not closed': `&status=${list('open', 'pending', 'nps')}`,
    'of groups': '&kind=groups',
    'without groups': '&kind=tickets',
    rated: '&kind=rated',
  }
}

async function totalOf(client: Client, path: string): Promise<number> {
  const { status, text } = await client.get(path)
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`)
  const { totalTickets }: { totalTickets: { total: string } } = JSON.parse(text)
  return Number(totalTickets.total)
}
