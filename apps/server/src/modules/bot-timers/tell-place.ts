import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { companyTexts } from '#modules/companies'
import { postAutomaticMessage } from '#modules/messages'
import type { DueTimer } from '#modules/ticket-timers'
import type { LockedTicket } from '#modules/tickets'
import { latest } from './inactivity-step.ts'

/** Tells a customer who still waits in a queue how many wait there (docs/requirements/service.md, section 10). */
export async function tellPlace(ctx: Ctx, ticket: LockedTicket, { late_by }: DueTimer): Promise<void> {
  const { status, user_id: userId, queue_id: queueId } = ticket
  if (late_by > latest || status !== 'pending' || userId !== null || queueId === null) return
  const { placeInQueue } = await companyTexts(ctx)
  await postAutomaticMessage(ctx, ticket, placeInQueue(Math.max(1, await countWaiting(ctx, queueId))))
}

async function countWaiting(ctx: Ctx, queueId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from tickets
    where company_id = ${ctx.companyId} and status = 'pending' and user_id is null and queue_id = ${queueId} and not is_group`.execute(
    ctx.db,
  )
  return rows[0]?.count ?? 0
}
