import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import { defineFilling } from './repeat-for-failed.ts'
import { campaignReportRoutes } from './report.routes.ts'

/** What campaigns have reached, for admins and supervisors. It only reads, and makes new campaigns. */
export function registerCampaignReport(deps: Deps): void {
  campaignReportRoutes(deps, mediaLinks(deps))
  defineFilling(deps)
}
