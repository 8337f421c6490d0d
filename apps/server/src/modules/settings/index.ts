import type { Deps } from '#platform/deps'
import './settings.facts.ts'
import { settingsLive } from './settings.live.ts'
import { type Given, settingsRoutes } from './settings.routes.ts'

export { readSettings } from './read-settings.ts'
export { isWithinHours, schedulesOf } from './service-hours.ts'

export function registerSettings(deps: Deps, given: Given): void {
  settingsRoutes(deps, given)
  settingsLive(deps)
}
