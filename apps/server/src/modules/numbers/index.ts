import type { Deps } from '#platform/deps'
import type { Presence } from '#modules/users'
import { numbersRoutes } from './numbers.routes.ts'
import { auditRollups, rollUp } from './roll-up.ts'

export { countBegunByDay } from './count-by-day.ts'

/** The numbers of the dashboard, what they are made of, and what they mean. */
export function registerNumbers(deps: Deps, wiring: { presence: Pick<Presence, 'isOnline'> }): void {
  numbersRoutes(deps, wiring)
  deps.jobs.defineTimer('numbers.roll-up', '*/10 * * * *', () => rollUp(deps))
  deps.jobs.defineTimer('numbers.audit', '40 3 * * *', () => auditRollups(deps))
}
