import type { Deps } from '#platform/deps'
import './settings.facts.ts'
import { settingsLive } from './settings.live.ts'
import { type Configured, settingsRoutes } from './settings.routes.ts'

export { readSettings } from './read-settings.ts'
export { isWithinHours, schedulesOf } from './service-hours.ts'

export function registerSettings(deps: Deps, configured: Configured): void {
  settingsRoutes(deps, configured)
  settingsLive(deps)
}
