import type { Deps } from '#platform/deps'
import { simulatorRoutes } from './simulator.routes.ts'

/** What the bot would say, to try a configuration before it is saved. */
export function registerSimulator(deps: Deps): void {
  simulatorRoutes(deps)
}
