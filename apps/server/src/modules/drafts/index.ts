import type { Deps } from '#platform/deps'
import { type AccessTicket, draftsRoutes } from './drafts.routes.ts'

export { moveDrafts } from './drafts.repository.ts'

export function registerDrafts(deps: Deps, { accessTicket }: { accessTicket: AccessTicket }): void {
  draftsRoutes(deps, accessTicket)
}
