import type { Parts } from '#platform/parts'
import './settings.facts.ts'
import { settingsLive } from './settings.live.ts'
import { settingsRoutes } from './settings.routes.ts'

export { readSettings } from './read-settings.ts'
export { isWithinHours, schedulesOf } from './service-hours.ts'

export function registerSettings(parts: Parts): void {
  settingsRoutes(parts)
  settingsLive(parts)
}
