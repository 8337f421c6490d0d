import type { Parts } from '#platform/parts'
import './settings.facts.ts'
import { settingsLive } from './settings.live.ts'
import { type Given, settingsRoutes } from './settings.routes.ts'

export { readSettings } from './read-settings.ts'
export { isWithinHours, schedulesOf } from './service-hours.ts'

export function registerSettings(parts: Parts, given: Given): void {
  settingsRoutes(parts, given)
  settingsLive(parts)
}
