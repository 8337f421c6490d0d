import type { Deps } from '#platform/deps'
import { notesRoutes } from './notes.routes.ts'

export { moveNotes, putNotes } from './notes.repository.ts'

export function registerNotes(deps: Deps): void {
  notesRoutes(deps)
}
