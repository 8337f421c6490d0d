import type { Parts } from '#platform/parts'
import type { AccessTicket } from './sync-tags.ts'
import './tags.facts.ts'
import { tagsLive } from './tags.live.ts'
import { tagsRoutes } from './tags.routes.ts'

export { contactHasTags } from './tags.repository.ts'

export function registerTags(parts: Parts, { accessTicket }: { accessTicket: AccessTicket }): void {
  tagsRoutes(parts, accessTicket)
  tagsLive(parts)
}
