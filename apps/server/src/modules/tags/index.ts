import type { Deps } from '#platform/deps'
import './tags.facts.ts'
import { tagsLive } from './tags.live.ts'
import { tagsRoutes } from './tags.routes.ts'

export { type WantedTags, putTags } from './put-tags.ts'
export { presentTag, presentTagRef } from './tags.presenter.ts'
export { makeTags } from './save-tag.ts'
export { addLane, setLane } from './set-lanes.ts'
export {
  type LockedTag,
  addContactTags,
  addTicketTags,
  contactHasTags,
  copyContactTags,
  copyTicketTags,
  listLanes,
  removeContactTags,
  removeKanbanTags,
} from './tags.repository.ts'

export function registerTags(deps: Deps): void {
  tagsRoutes(deps)
  tagsLive(deps)
}
