import type { Deps } from '#platform/deps'
import { readOverview } from './read-overview.ts'

/** The operator's overview of the installation (docs/requirements/back-office.md, section 2). */
export function registerOverview({ routes, units }: Deps): void {
  routes.handle('overview', () => readOverview(units.operator))
}
