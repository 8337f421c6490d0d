import type { Deps } from '#platform/deps'
import { searchRoutes } from './search.routes.ts'

export function registerSearch(deps: Deps): void {
  searchRoutes(deps)
}
