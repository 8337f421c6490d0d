import type { Deps } from '#platform/deps'
import './kanban.facts.ts'
import { kanbanLive } from './kanban.live.ts'
import { kanbanRoutes } from './kanban.routes.ts'

/** The board: tickets in lanes by their kanban tags. */
export function registerKanban(deps: Deps): void {
  kanbanRoutes(deps)
  kanbanLive(deps)
}
