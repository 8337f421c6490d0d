import type { Deps } from '#platform/deps'
import type { Presence } from '#modules/users'
import { numbersRoutes } from './numbers.routes.ts'

/** The numbers of the dashboard, what they are made of, and what they mean. */
export function registerNumbers(deps: Deps, wiring: { presence: Pick<Presence, 'isOnline'> }): void {
  numbersRoutes(deps, wiring)
}
