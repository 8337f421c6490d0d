import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import './quick-messages.facts.ts'
import { quickMessagesLive } from './quick-messages.live.ts'
import { quickMessagesRoutes } from './quick-messages.routes.ts'

export { quickMessageIsSeen } from './quick-messages.repository.ts'
export { fileOfQuickMessage } from './set-file.ts'

export function registerQuickMessages(deps: Deps): void {
  const links = mediaLinks(deps)
  quickMessagesRoutes(deps, links)
  quickMessagesLive(deps, links)
}
