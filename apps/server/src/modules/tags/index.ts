import type { Deps } from '#platform/deps'
import type { AccessTicket } from './sync-tags.ts'
import './tags.facts.ts'
import { tagsLive } from './tags.live.ts'
import { tagsRoutes } from './tags.routes.ts'

export { contactHasTags, copyContactTags, copyTicketTags, removeKanbanTags } from './tags.repository.ts'

export function registerTags(deps: Deps, { accessTicket }: { accessTicket: AccessTicket }): void {
  tagsRoutes(deps, accessTicket)
  tagsLive(deps)
}
