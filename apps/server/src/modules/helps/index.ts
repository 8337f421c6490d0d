import type { Deps } from '#platform/deps'
import './helps.facts.ts'
import { helpsLive } from './helps.live.ts'
import { helpsRoutes } from './helps.routes.ts'

export function registerHelps(deps: Deps): void {
  helpsRoutes(deps)
  helpsLive(deps)
}
