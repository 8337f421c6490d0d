import { allFacts, channelsThat, factsOf } from '#channels/facts'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { assertFeature, lockCompany } from '#modules/companies'
import { findOfNumber, getConnection, hasNumber, moveConnection, recordEvent } from '#modules/connections'
import { type Refusal, lockWay, refuseSession, setMoving, wishSession } from './sessions.repository.ts'

/** The way by a phone to what other ways reach too. */
const byPhone = allFacts.filter(({ linkedBy }) => linkedBy === 'phone')
const isOfficial = channelsThat(
  ({ linkedBy, shownAs }) => linkedBy === 'account' && byPhone.some((facts) => facts.shownAs === shownAs),
)

/** Shows a code that pairs the phone of an official number, which stays as it is until the phone is connected. */
export async function beginMoveToPhone(ctx: Ctx, connectionId: number): Promise<void> {
  await lockCompany(ctx)
  const { name, channel } = await getConnection(ctx, connectionId)
  if (!isOfficial.includes(channel)) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
  await assertFeature(ctx, 'useWhatsapp')
  await wishSession(ctx, connectionId, 'open')
  await setMoving(ctx, connectionId, 'opening')
  await audit(ctx, { action: 'session.opened', object: 'connection', objectId: connectionId, detail: { name } })
  tell(ctx, connectionId)
}

/** A phone that was paired meanwhile is unlinked. Nothing if the number has been moved already. */
export async function endMoveToPhone(ctx: Ctx, connectionId: number): Promise<void> {
  await lockCompany(ctx)
  await getConnection(ctx, connectionId)
  if (!(await lockWay(ctx, connectionId))?.is_moving) return
  await wishSession(ctx, connectionId, 'unlinked')
  await setMoving(ctx, connectionId, null)
  tell(ctx, connectionId)
}

/**
 * Whether a phone may reach the connection: for an official number only its own phone, and for another connection no number that is
 * official here. A phone that may not is unlinked.
 */
export async function acceptPhone(ctx: Ctx, connectionId: number, number: string): Promise<boolean> {
  const way = await lockWay(ctx, connectionId)
  if (way?.is_moving) {
    if (await hasNumber(ctx, connectionId, number)) return true
    return refuse(ctx, connectionId, 'other_number', null)
  }
  // Somebody has ended the move, or deleted the connection: the phone is being unlinked.
  if (!way?.is_paired) return false
  const officialId = await findOfNumber(ctx, { number, channels: isOfficial, but: connectionId })
  return officialId === undefined || refuse(ctx, connectionId, 'number_is_official', officialId)
}

async function refuse(ctx: Ctx, connectionId: number, reason: Refusal, officialId: number | null): Promise<false> {
  await refuseSession(ctx, connectionId, { reason, officialId })
  if (officialId !== null) await recordEvent(ctx, connectionId, 'ended', { detail: { reason } })
  tell(ctx, connectionId)
  return false
}

/** The phone of an official number is connected, so that it reaches the number from now on. */
export async function moveIfAsked(ctx: Ctx, connectionId: number, number: string): Promise<void> {
  // Reports of sessions that move nothing lock no company.
  if (!(await lockWay(ctx, connectionId))?.is_moving) return
  const [way] = byPhone.filter(({ shownAs }) => isOfficial.some((channel) => factsOf(channel).shownAs === shownAs))
  if (!way) return
  await moveConnection(ctx, connectionId, { to: way.name, number })
  await setMoving(ctx, connectionId, null)
  ctx.wake('outbox')
}

function tell(ctx: Ctx, connectionId: number): void {
  ctx.emit('session.changed', { connectionId })
  ctx.emit('connection.saved', { connectionId })
}
