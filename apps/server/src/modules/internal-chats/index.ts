import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import { followUsers } from './follow-users.ts'
import './internal-chats.facts.ts'
import { internalChatsLive } from './internal-chats.live.ts'
import { internalChatsRoutes } from './internal-chats.routes.ts'

export { type InternalNews, internalNews } from './internal-news.ts'

export function registerInternalChats(deps: Deps): void {
  const links = mediaLinks(deps)
  internalChatsRoutes(deps, links)
  internalChatsLive(deps, links)
  followUsers(deps)
}
