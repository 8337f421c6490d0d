import type { Deps } from '#platform/deps'
import './tasks.facts.ts'
import { tasksLive } from './tasks.live.ts'
import { tasksRoutes } from './tasks.routes.ts'

export function registerTasks(deps: Deps): void {
  tasksRoutes(deps)
  tasksLive(deps)
}
