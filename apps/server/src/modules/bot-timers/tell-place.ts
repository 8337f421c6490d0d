import type { Ctx } from '#platform/context'
import { companyTexts } from '#modules/companies'
import { postAutomaticMessage } from '#modules/messages'
import type { DueTimer } from '#modules/ticket-timers'
import { type LockedTicket, countWaiting } from '#modules/tickets'
import { latest } from './inactivity-step.ts'

/** Tells a customer who still waits in a queue how many wait there (docs/requirements/service.md, section 10). */
export async function tellPlace(ctx: Ctx, ticket: LockedTicket, { late_by }: DueTimer): Promise<void> {
  const { status, user_id: userId, queue_id: queueId } = ticket
  if (late_by > latest || status !== 'pending' || userId !== null || queueId === null) return
  const { placeInQueue } = await companyTexts(ctx)
  await postAutomaticMessage(ctx, ticket, placeInQueue((await countWaiting(ctx, [queueId])).get(queueId) ?? 1))
}
