import type { Deps } from '#platform/deps'
import type { AccessTicket } from './access-notes.ts'
import { notesRoutes } from './notes.routes.ts'

export { moveNotes } from './notes.repository.ts'

export function registerNotes(deps: Deps, { accessTicket }: { accessTicket: AccessTicket }): void {
  notesRoutes(deps, accessTicket)
}
