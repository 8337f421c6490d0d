import type { Deps } from '#platform/deps'
import { draftsRoutes } from './drafts.routes.ts'

export { moveDrafts } from './drafts.repository.ts'

export function registerDrafts(deps: Deps): void {
  draftsRoutes(deps)
}
