import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import type { SendingGuard } from '#modules/sending-guard'
import './campaigns.facts.ts'
import { campaignsLive } from './campaigns.live.ts'
import { campaignsRoutes } from './campaigns.routes.ts'
import { type Engine, createEngine } from './engine.ts'
import { followMessages } from './follow-messages.ts'
import { defineRemoval } from './removal/remove-campaign-job.ts'
import { defineIndexing } from './search/index-people-job.ts'
import { askAgain } from './tables/holds.repository.ts'
import { noteNews } from './tables/news.repository.ts'
import { forgetGone, takeBackOptedOut } from './take-back.ts'

export { accessCampaign } from './access-campaign.ts'
export { createLimitQuestions } from './network/ask-limits.ts'
export { presentCampaign, presentCounts } from './campaigns.presenter.ts'
export { missing } from './complete-campaign.ts'
export { copyCampaign } from './copy-campaign.ts'
export { forgetPeople, peopleWith } from './tables/forget.repository.ts'
export { noteAnswers } from './note-answers.ts'
export { laterFilesOf } from './attachments/post-files.ts'
export { pauseWithin } from './rules/pace.ts'
export { assertReferences, listsIn, nobody, sourceOf, templatesOf, textsOf } from './save-campaign.ts'
export { readCampaignSettings } from './tables/settings.ts'
export type { CampaignRow } from './tables/campaigns.repository.ts'
export { leftOut } from './tables/left-out.ts'
export { type Source, judgedPeople } from './tables/people.ts'
export { openTickets } from './tables/reserve.repository.ts'
export { campaignSends } from './take-back.ts'
export { indexedFrom } from './search/index-people-job.ts'
export { forgetWords } from './search/people-words.repository.ts'
export { type Templates, findUsable, templateFor, valuesOf } from './wordings/templates.ts'
export { comesApart, fillText, hasText, valuesFor } from './wordings/texts.ts'

interface Wiring {
  channels: Channels
  guard: SendingGuard
  /** In seconds. No pause between two messages of a campaign on one connection is shorter. */
  leastCampaignPause: number
}

/** Returns what runs the campaigns. */
export function registerCampaigns(deps: Deps, { channels, guard, leastCampaignPause }: Wiring): Engine {
  const links = mediaLinks(deps)
  campaignsRoutes(deps, links)
  campaignsLive(deps, links)
  defineRemoval(deps)
  defineIndexing(deps)
  deps.followers.within('campaignMessages.changed', followMessages)
  deps.followers.within('ticket.removed', forgetGone)
  deps.followers.within('campaignMessages.deleted', forgetGone)
  deps.followers.within('optOut.changed', takeBackOptedOut)
  deps.followers.within('optOuts.imported', takeBackOptedOut)
  deps.followers.within('sendingGuard.changed', async (ctx, { connectionId }) =>
    noteNews(ctx, await askAgain(ctx, connectionId)),
  )
  const engine = createEngine(deps, channels, { guard, leastPause: leastCampaignPause * 1000 })
  deps.wakes.on('campaigns', engine.wake)
  deps.wakes.on('campaignProgress', engine.wakeSoon)
  return engine
}
