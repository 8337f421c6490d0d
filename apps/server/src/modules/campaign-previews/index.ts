import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import type { NumberCheck } from '#modules/contacts'
import type { SendingGuard } from '#modules/sending-guard'
import { previewRoutes } from './preview.routes.ts'

interface Wiring {
  channels: Channels
  numbers: NumberCheck
  createLimiter: CreateLimiter
  guard: SendingGuard
  /** In seconds. No pause between two messages of a campaign on one connection is shorter. */
  leastCampaignPause: number
}

/** What happens when a campaign starts, shown before. Reads what `campaigns` would do, and stores nothing. */
export function registerCampaignPreviews(deps: Deps, { leastCampaignPause, ...wiring }: Wiring): void {
  previewRoutes(deps, { ...wiring, leastPause: leastCampaignPause * 1000 })
}
