import type { Answer, DashboardAttendant, api } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import type { Presence } from '#modules/users'
import { readNames } from './names.repository.ts'
import { type Asked, tallyNumbers, tallySeries } from './read-numbers.ts'
import { type Tally, emptyTally, rounded, valueOf } from './tally.ts'

type Dashboard = Answer<typeof api.dashboard>

const shown = [
  'serviceTime',
  'waitTime',
  'openNow',
  'pendingNow',
  'finished',
  'leads',
  'closed',
  'ratingNow',
  'rated',
  'unrated',
  'promoters',
  'passives',
  'detractors',
] as const

/** What existing clients show (docs/numbers.md says what each number means). */
export async function readDashboard(ctx: Ctx, query: Asked, presence: Pick<Presence, 'isOnline'>): Promise<Dashboard> {
  const asked = { ...query, meansOnly: true }
  const [counters, attendants] = await Promise.all([readCounters(ctx, asked), readAttendants(ctx, asked, presence)])
  return { counters, attendants }
}

async function readCounters(ctx: Ctx, asked: Asked): Promise<Dashboard['counters']> {
  const tallies = await tallyNumbers(ctx, shown, asked)
  const tallyOf = (name: (typeof shown)[number]) => tallies.get(name) ?? emptyTally()
  const count = (name: (typeof shown)[number]) => tallyOf(name).count
  const rated = count('rated')
  const onNpsScale = count('promoters') + count('passives') + count('detractors')
  const share = (name: 'promoters' | 'passives' | 'detractors') => percent(count(name), onNpsScale)
  return {
    avgSupportTime: minutesOf(tallyOf('serviceTime')),
    avgWaitTime: minutesOf(tallyOf('waitTime')),
    supportHappening: count('openNow'),
    supportPending: count('pendingNow'),
    supportFinished: count('finished'),
    leads: count('leads'),
    tickets: count('closed'),
    waitRating: count('ratingNow'),
    withoutRating: count('unrated'),
    withRating: rated,
    percRating: percent(rated, rated + count('unrated')),
    npsPromotersPerc: share('promoters'),
    npsPassivePerc: share('passives'),
    npsDetractorsPerc: share('detractors'),
    npsScore: rounded(((count('promoters') - count('detractors')) * 100) / Math.max(1, onNpsScale)),
  }
}

/** Everybody, and those who are no users any more if they have any part in the numbers. */
async function readAttendants(
  ctx: Ctx,
  asked: Asked,
  { isOnline }: Pick<Presence, 'isOnline'>,
): Promise<DashboardAttendant[]> {
  const [users, waits, services, attendances, scores] = await Promise.all([
    readNames(ctx, 'user'),
    tallySeries(ctx, 'waitTime', 'user', asked),
    tallySeries(ctx, 'serviceTime', 'user', asked),
    tallySeries(ctx, 'started', 'user', asked),
    tallySeries(ctx, 'score', 'user', asked),
  ])
  const all = [waits, services, attendances, scores]
  return users
    .filter(({ id, is_archived }) => !is_archived || all.some((tallies) => tallies.has(String(id))))
    .map(({ id, name, is_archived }) => {
      const of = (tallies: ReadonlyMap<string, Tally>) => tallies.get(String(id)) ?? emptyTally()
      return {
        id,
        name,
        online: !is_archived && isOnline(ctx.companyId, id),
        isArchived: is_archived,
        avgWaitTime: minutesOf(of(waits)),
        avgSupportTime: minutesOf(of(services)),
        tickets: of(attendances).count,
        rating: valueOf(of(scores), 'stars').value ?? 0,
        countRating: of(scores).count,
      }
    })
}

/** Of a company without such times it is 0. */
const minutesOf = ({ sum, count }: Tally): number => rounded(sum / 60 / Math.max(1, count))

const percent = (part: number, whole: number): number => rounded((part * 100) / Math.max(1, whole))
