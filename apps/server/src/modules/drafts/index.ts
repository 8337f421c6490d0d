import type { Parts } from '#platform/parts'
import { type AccessTicket, draftsRoutes } from './drafts.routes.ts'

export function registerDrafts(parts: Parts, { accessTicket }: { accessTicket: AccessTicket }): void {
  draftsRoutes(parts, accessTicket)
}
