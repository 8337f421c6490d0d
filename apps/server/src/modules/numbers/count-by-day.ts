import type { Ctx } from '#platform/context'
import { readClock } from './count.repository.ts'
import type { Period } from './period.ts'
import { tallySeries } from './read-numbers.ts'
import type { Scope } from './scope.ts'

/** How many attendances began on each day on which any did, as the dashboard counts them. */
export async function countBegunByDay(ctx: Ctx, period: Period, scope: Scope): Promise<Map<string, number>> {
  const tallies = await tallySeries(ctx, 'started', 'day', { clock: await readClock(ctx), period, scope })
  return new Map([...tallies].map(([day, { count }]) => [day, count]))
}
