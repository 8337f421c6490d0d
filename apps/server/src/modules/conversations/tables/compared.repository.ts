import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'

/** Notes that the phone was asked for messages before this time. */
export async function setAskedBefore(ctx: Ctx, conversationId: number, at: string): Promise<void> {
  await sql`
    update conversations set asked_before = ${at}
    where company_id = ${ctx.companyId} and id = ${conversationId}`.execute(ctx.db)
}

/** Notes up to when a conversation was compared with the phone. The literal `now` means this unit of work. */
export async function setComparedTo(
  ctx: Ctx,
  compared: readonly { conversationId: number; at: string }[],
): Promise<void> {
  const rows = compared.map(({ conversationId, at }) => ({ id: conversationId, at }))
  await sql`
    update conversations v set compared_to = greatest(v.compared_to, x.at)
    from (${recordset(rows, sql`id bigint, at timestamptz`)}) as x
    where v.company_id = ${ctx.companyId} and v.id = x.id`.execute(ctx.db)
}
