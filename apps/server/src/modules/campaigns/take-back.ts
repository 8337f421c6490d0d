import { factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { type CampaignSend, type CampaignSends, takeBackUnsent } from '#modules/delivery'
import { removeCampaignMessages, stopCampaignMessages } from '#modules/messages'
import { giveBack } from '#modules/sending-guard'
import { noteNews } from './tables/news.repository.ts'
import {
  findInOutbox,
  findOptedOutInOutbox,
  findSendsOf,
  judgeSends,
  leaveOutUnsent,
  releaseTakenBack,
  releaseUnsent,
  settleGone,
} from './tables/take-back.repository.ts'

/**
 * Takes back what waits in the outbox, of one connection or of all, so that its people wait again. Who has a text whose
 * recording is taken back keeps it, and gets no recording. What is in flight is asked about when it comes back. The caller has
 * locked the campaign.
 */
export async function takeBack(ctx: Ctx, campaignId: number, connectionId?: number): Promise<void> {
  const unsent = await takeBackUnsent(ctx, await findInOutbox(ctx, campaignId, connectionId))
  await giveBack(ctx, unsent)
  const kept = await removeCampaignMessages(ctx, unsent, 'ERR_CAMPAIGN_STOPPED')
  await releaseUnsent(ctx, campaignId, kept)
}

/**
 * The same for a campaign that is deleted next. Afterwards nothing says any more that what is in flight belonged to it, so
 * these messages say themselves that they are not to be sent again.
 */
export async function takeBackForever(ctx: Ctx, campaignId: number): Promise<void> {
  await takeBack(ctx, campaignId)
  await stopCampaignMessages(ctx, await findInOutbox(ctx, campaignId), 'ERR_CAMPAIGN_STOPPED')
}

/** Messages were deleted with their ticket, or alone. Nobody waits for their outcome any more. */
export async function forgetGone(ctx: Ctx): Promise<void> {
  noteNews(ctx, await settleGone(ctx))
}

/** Who has opted out gets nothing that still waits in the outbox. What is in flight at this moment arrives now or never. */
export async function takeBackOptedOut(ctx: Ctx): Promise<void> {
  const reserved = await findOptedOutInOutbox(ctx)
  if (reserved.length === 0) return
  const unsent = await takeBackUnsent(
    ctx,
    reserved.map(({ message_id }) => message_id),
  )
  await giveBack(ctx, unsent)
  const kept = await removeCampaignMessages(ctx, unsent, 'ERR_OPTED_OUT')
  const flying = reserved.map(({ message_id }) => message_id).filter((id) => !unsent.includes(id))
  await stopCampaignMessages(ctx, flying, 'ERR_OPTED_OUT')
  const recipientIds = reserved.map(({ recipient_id }) => recipient_id)
  noteNews(ctx, await leaveOutUnsent(ctx, recipientIds, kept))
}

/**
 * Asked at the moment of sending, so that nobody gets what is not wanted any more, whoever has put it back into the outbox. What
 * has never left is taken back. What may have left is not sent again (R6), unless it was only paused: then it is repeated
 * under its id.
 */
export const campaignSends: CampaignSends = { ask, takeBack: takeBackSends }

async function ask(ctx: Ctx, sends: readonly CampaignSend[]): ReturnType<CampaignSends['ask']> {
  const judged = new Map((await judgeSends(ctx, sends)).map((one) => [one.message_id, one]))
  const back: CampaignSend[] = []
  const refused = new Map<number, string>()
  for (const send of sends) {
    const { recipient_id = null, why = null, has_other = false, channel } = judged.get(send.messageId) ?? {}
    const isRepeatable = channel !== undefined && factsOf(channel).idsBy === 'us'
    const isForOther = why === 'ERR_CONNECTION_DELETED' && has_other
    const mayComeBack = recipient_id !== null && (why !== 'ERR_CONNECTION_DELETED' || isForOther)
    if (why === null) continue
    // A network that chooses the ids takes it for another one, so it stays as it is: nobody knows whether it was sent.
    if (why === 'paused' && send.mayHaveLeft && !isRepeatable) continue
    if (why === 'paused' || (mayComeBack && !send.mayHaveLeft)) back.push(send)
    else if (why !== 'ERR_CONNECTION_DELETED') refused.set(send.messageId, why)
    // Without an answer of the network it is uncertain; otherwise the delivery says that the connection is gone.
    else if (send.mayHaveLeft) refused.set(send.messageId, 'ERR_SENDING_WAPP_MSG')
  }
  return { back, refused }
}

async function takeBackSends(ctx: Ctx, sends: readonly CampaignSend[]): Promise<void> {
  const messageIds = sends.map(({ messageId }) => messageId)
  const found = await findSendsOf(ctx, messageIds)
  const others = await takeBackUnsent(
    ctx,
    found.flatMap(({ message_id, is_other }) => (is_other ? message_id : [])),
  )
  const tried = new Set(sends.filter(({ mayHaveLeft }) => mayHaveLeft).map(({ messageId }) => messageId))
  await giveBack(
    ctx,
    messageIds.filter((id) => !tried.has(id)),
  )
  const kept = await removeCampaignMessages(ctx, [...messageIds, ...others], 'ERR_CAMPAIGN_STOPPED')
  await releaseTakenBack(ctx, {
    recipientIds: found.map(({ recipient_id }) => recipient_id),
    triedIds: found.flatMap(({ message_id, recipient_id }) => (tried.has(message_id) ? recipient_id : [])),
    kept,
  })
  noteNews(ctx, [...new Set(found.map(({ campaign_id }) => campaign_id))])
}
