import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import { defineTurns } from './announcement-turns.ts'
import './announcements.facts.ts'
import { announcementsLive } from './announcements.live.ts'
import { announcementsRoutes } from './announcements.routes.ts'

export function registerAnnouncements(deps: Deps): void {
  const links = mediaLinks(deps)
  announcementsRoutes(deps, links)
  announcementsLive(deps, links)
  defineTurns(deps)
}
