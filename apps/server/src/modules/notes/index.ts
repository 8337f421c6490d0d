import type { Deps } from '#platform/deps'
import { notesRoutes } from './notes.routes.ts'

export { moveNotes } from './notes.repository.ts'

export function registerNotes(deps: Deps): void {
  notesRoutes(deps)
}
