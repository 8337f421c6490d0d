import type { UserCtx } from '#platform/context'
import { countBegunByDay } from '#modules/numbers'
import type { ReportDay } from './report-days.ts'
import { type Wanted, countUnended } from './report.repository.ts'

/** Before the first and after the last attendance that there may be. */
const always = { from: '1970-01-01', to: '9999-12-30' }

/**
 * The days of a report, the newest first, as the dashboard has counted them: so its length is known, and the day on which a
 * page begins, without reading every row before it. Undefined: the filter has something that the dashboard does not count.
 */
export async function daysOfReport(ctx: UserCtx, filter: Wanted): Promise<ReportDay[] | undefined> {
  if (!isCountedByDay(filter)) return undefined
  const { dateFrom, dateTo, queueIds, users: userIds, whatsappId: whatsappIds, kind, status } = filter
  const period = { from: dateFrom || always.from, to: dateTo || always.to }
  const count = (groups: boolean) =>
    countBegunByDay(ctx, period, { queueIds, userIds, whatsappIds, groups, imports: true })
  const [counts, left] = await Promise.all([
    count(kind !== 'tickets'),
    Promise.all([
      ...(kind === 'groups' ? [count(false)] : []),
      // Those that have ended are closed, which is nearly all.
      ...(status.length > 0 ? [countUnended(ctx, filter)] : []),
    ]),
  ])
  return [...counts]
    .map(([day, all]) => ({ day, count: all - left.reduce((sum, some) => sum + (some.get(day) ?? 0), 0) }))
    .filter((one) => one.count > 0)
    .toSorted((one, other) => (one.day < other.day ? 1 : -1))
}

function isCountedByDay({ searchParam, contactId, tags, status, kind, users, queueIds, whatsappId }: Wanted): boolean {
  if (searchParam !== '' || contactId || tags.length > 0 || kind === 'rated') return false
  if (status.length > 0 && !status.includes('closed')) return false
  return [users, queueIds, whatsappId].filter((ids) => ids.length > 0).length <= 1
}
