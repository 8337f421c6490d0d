import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import './campaigns.facts.ts'
import { campaignsLive } from './campaigns.live.ts'
import { campaignsRoutes } from './campaigns.routes.ts'

export function registerCampaigns(deps: Deps): void {
  const links = mediaLinks(deps)
  campaignsRoutes(deps, links)
  campaignsLive(deps, links)
}
