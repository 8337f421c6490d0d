import type { Deps } from '#platform/deps'
import { holidaysRoutes } from './holidays.routes.ts'
import './settings.facts.ts'
import { settingsLive } from './settings.live.ts'
import { type Configured, settingsRoutes } from './settings.routes.ts'

export { type Holidays, isHoliday } from './holidays.ts'
export { readHolidays } from './read-holidays.ts'
export { readSettings } from './read-settings.ts'
export { isWithinHours, schedulesOf, serviceSeconds } from './service-hours.ts'
export { isUserCreationOn } from './settings.repository.ts'

export function registerSettings(deps: Deps, configured: Configured): void {
  settingsRoutes(deps, configured)
  holidaysRoutes(deps)
  settingsLive(deps)
}
