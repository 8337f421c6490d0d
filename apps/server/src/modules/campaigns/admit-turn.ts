import { factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import type { Hold, Room, SendingGuard } from '#modules/sending-guard'
import type { CampaignActor } from './reserve.ts'
import { lockCampaign } from './tables/campaigns.repository.ts'
import { isBehindAnother, setHold, waitingKinds } from './tables/holds.repository.ts'
import { noteNews } from './tables/news.repository.ts'
import { type Turn, readWording } from './tables/reserve.repository.ts'
import { takeBack } from './take-back.ts'
import { mismatchOf } from './wordings/assert-wording.ts'
import { findSendable } from './wordings/templates.ts'

/** These end within the day. What is in the outbox already was planned before they began. */
const calm: ReadonlySet<Hold['reason']> = new Set(['quietHours', 'otherCampaign', 'strangers', 'known', 'tier'])

/**
 * Asks the guard what the connection may still send. Undefined: nothing now; the campaign says why. What waits in the outbox
 * of a number that has trouble is taken back, so that it is asked about again when it is its turn.
 */
export async function admitTurn(ctx: Ctx<CampaignActor>, turn: Turn, guard: SendingGuard): Promise<Room | undefined> {
  const room = await guard.room(ctx, turn.connection_id)
  const hold = await holdOf(ctx, turn, room)
  if (hold || turn.is_held) await keepHold(ctx, turn, hold)
  return hold ? undefined : room
}

async function keepHold(ctx: Ctx, turn: Turn, hold: Hold | undefined): Promise<void> {
  const campaign = await lockCampaign(ctx, turn.campaign_id)
  if (campaign?.status !== 'EM_ANDAMENTO' || !(await setHold(ctx, turn, hold))) return
  if (hold && !calm.has(hold.reason)) await takeBack(ctx, turn.campaign_id, turn.connection_id)
  noteNews(ctx, [turn.campaign_id])
}

async function holdOf(ctx: Ctx, turn: Turn, room: Room): Promise<Hold | undefined> {
  const { closed, left, renewed } = room
  if (closed) return closed
  if (!(await maySay(ctx, turn))) return { reason: 'template', until: null }
  if (!room.severalCampaigns && (await isBehindAnother(ctx, turn))) return { reason: 'otherCampaign', until: null }
  if (left.strangers > 0 && left.known > 0) return undefined
  const { has_known, has_strangers } = await waitingKinds(ctx, turn)
  if ((has_strangers && left.strangers > 0) || (has_known && left.known > 0)) return undefined
  return { reason: has_strangers ? 'strangers' : 'known', until: renewed }
}

/**
 * Whether the network takes now what the campaign says: templates may be paused, disabled or deleted at any time, and the number may
 * be reached in another way since.
 */
async function maySay(ctx: Ctx, turn: Turn): Promise<boolean> {
  if (!turn.has_templates && !factsOf(turn.channel).templates) return true
  const wording = await readWording(ctx, turn)
  if (!wording) return true
  if (mismatchOf([{ id: turn.connection_id, channel: turn.channel }], wording)) return false
  return (await findSendable(ctx, turn.connection_id, wording)) !== undefined
}
