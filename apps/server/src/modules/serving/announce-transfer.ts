import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { companyTexts } from '#modules/companies'
import { postAutomaticMessage } from '#modules/messages'
import { readSettings } from '#modules/settings'
import type { LockedTicket } from '#modules/tickets'

/** Tells the customer about a transfer if the company wants that. `ticket` is the state before the transfer. */
export async function announceTransfer(
  ctx: Ctx,
  ticket: LockedTicket,
  to: { userId: number | null; queueId: number | null },
): Promise<void> {
  if ((await readSettings(ctx)).sendMsgTransfTicket !== 'enabled') return
  const { rows } = await sql<{ user: string | null; queue: string | null }>`
    select (select name from users where company_id = ${ctx.companyId} and id = ${to.userId}) as user,
           (select name from queues where company_id = ${ctx.companyId} and id = ${to.queueId}) as queue`.execute(
    ctx.db,
  )
  const { user, queue } = rows[0] ?? { user: null, queue: null }
  const { transferred } = await companyTexts(ctx)
  if (user && to.userId !== ticket.user_id) await postAutomaticMessage(ctx, ticket, transferred.toAttendant(user))
  else if (queue && to.queueId !== ticket.queue_id) await postAutomaticMessage(ctx, ticket, transferred.toQueue(queue))
}
