import type { Parts } from '#platform/parts'
import type { AccessTicket } from './access-notes.ts'
import { notesRoutes } from './notes.routes.ts'

export function registerNotes(parts: Parts, { accessTicket }: { accessTicket: AccessTicket }): void {
  notesRoutes(parts, accessTicket)
}
