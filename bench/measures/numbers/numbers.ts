import { byTurns } from '../../numbers/by-turns.ts'
import { type HouseUnderTest, openHouse } from '../../numbers/open-house.ts'
import { type Row, ms, percentile } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'

interface Call {
  what: string
  path: string
  /** The same by hand. Filters have none: they count less than without. */
  floor?: string
}

const filter = ({ some }: HouseUnderTest) => ({
  queue: `queueIds=[${some.queueId}]`,
  user: `userIds=[${some.userId}]`,
  connection: `whatsappIds=[${some.connectionId}]`,
})

const calls: Call[] = [
  { what: 'dashboard, counters and attendants', path: '/dashboard', floor: 'dashboard' },
  { what: 'all numbers, and the period before', path: '/dashboard/numbers', floor: 'all' },
  { what: 'begun, by day', path: '/dashboard/series/started?by=day', floor: 'started-day' },
  { what: 'begun, by hour', path: '/dashboard/series/started?by=hour', floor: 'started-hour' },
  { what: 'finished, by queue', path: '/dashboard/series/finished?by=queue', floor: 'finished-queue' },
  { what: 'service time, by day', path: '/dashboard/series/serviceTime?by=day', floor: 'service-day' },
  { what: 'waiting time, by attendant', path: '/dashboard/series/waitTime?by=user', floor: 'wait-user' },
  { what: 'total-atendimentos', path: '/dashboard/total-atendimentos', floor: 'started-day' },
  { what: 'queues', path: '/dashboard/queues', floor: 'started-queue' },
  { what: 'ticketsUsers', path: '/dashboard/ticketsUsers', floor: 'started-user' },
  { what: 'user-info', path: '/dashboard/user-info', floor: 'finished-user' },
  { what: 'nps-info', path: '/dashboard/nps-info', floor: 'ratings' },
  { what: 'atendimentos-encerrados', path: '/dashboard/atendimentos-encerrados', floor: 'closed' },
]

const periods = [
  { name: '30 days', days: 30, target: 100 },
  { name: 'two years', days: 730, target: 300 },
]

/** Measures each call of the dashboard beside one statement by hand, and with a tenth of the data. */
export async function measureNumbers(testbed: Testbed): Promise<Row[]> {
  const whole = await openHouse(testbed, 'numbers')
  const tenth = await openHouse(testbed, 'tenth_of_numbers')
  const floor = await testbed.baselineOn('numbers', whole.product.data.companyId)
  const rows: Row[] = []
  for (const { name, days, target } of periods) {
    await Promise.all([whole.logIn(), tenth.logIn()])
    const span = spanOf(days)
    for (const { what, path, floor: by } of [...calls, ...filtered(whole)]) {
      const query = `${path}${path.includes('?') ? '&' : '?'}days=${days}`
      const [ours = [], few, bare] = await byTurns(testbed.isQuick ? 12 : 40, [
        () => whole.product.admin.get(query),
        () => tenth.product.admin.get(query),
        ...(by === undefined ? [] : [() => floor.client.get(`/numbers-${by}?${valuesOf(by, span)}`)]),
      ])
      rows.push(rowOf(`${what}, ${name}`, { ours, few, bare, target }))
    }
  }
  return rows
}

/** The same with filters, of which the first three were rolled up. */
const filtered = (house: HouseUnderTest): Call[] => {
  const { queue, user, connection } = filter(house)
  return [queue, user, connection, `${queue}&${user}`, 'groups=true&imports=true'].map((query, nth) => ({
    what: `all numbers of ${['a queue', 'an attendant', 'a connection', 'an attendant in a queue', 'groups and imports too'][nth]}`,
    path: `/dashboard/numbers?${query}`,
  }))
}

function valuesOf(by: string, [since, until, before, beforeUntil]: string[]): string {
  const values = by === 'all' ? [since, until, before, beforeUntil] : [since, until]
  return values.map((value) => `value=${value}`).join('&')
}

const msPerDay = 86_400_000

/** The days that the call counts, and those of the period before. */
function spanOf(days: number): string[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' })
  const ago = (count: number) => clock.format(Date.now() - count * msPerDay)
  return [ago(days - 1), ago(0), ago(2 * days - 1), ago(days)]
}

interface Measured {
  ours: number[]
  few?: number[] | undefined
  bare?: number[] | undefined
  /** Of the p95, in ms. */
  target: number
}

function rowOf(what: string, { ours, few, bare, target }: Measured): Row {
  const [p50, p95] = [percentile(ours, 0.5), percentile(ours, 0.95)]
  const growth = few && p50 / percentile(few, 0.5)
  const ratio = bare && p50 / percentile(bare, 0.5)
  return {
    what,
    ours: `p50 ${ms(p50)}, p95 ${ms(p95)}${growth === undefined ? '' : `; a tenth of the data ${ms(p50 / growth)} (×${growth.toFixed(2)})`}`,
    ...(ratio !== undefined && { baseline: `p50 ${ms(p50 / ratio)} (×${ratio.toFixed(2)}): one statement by hand` }),
    wanted: [
      `p95 < ${target} ms`,
      ...(ratio === undefined ? [] : ['≤ ×3']),
      ...(growth === undefined ? [] : ['≤ ×1.5 of a tenth']),
    ].join(', '),
    holds: p95 < target && (ratio ?? 0) <= 3 && (growth ?? 0) <= 1.5,
  }
}
