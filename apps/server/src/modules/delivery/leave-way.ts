import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/**
 * The connection is reached in another way from now on, and what waits is sent there. What the old way may have got, or has got in
 * part, is marked: the new one would not recognise it. An edit of a message that has not left is in it anyway, and marks of what was
 * read concern the old way alone.
 */
export async function leaveWay(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`
    with waiting as materialized (
      select id, action, message_id, attempts, held, failures from outbox
      where company_id = ${ctx.companyId} and connection_id = ${connectionId}
      order by id for update),
    dropped as (
      delete from outbox o using waiting w
      where o.company_id = ${ctx.companyId} and o.id = w.id and (w.action = 'read' or w.action = 'edit' and exists (
        select from waiting s where s.message_id = w.message_id and s.action = 'send' and s.attempts = s.held)))
    update outbox o set begun_elsewhere = true
    from waiting w
    where o.company_id = ${ctx.companyId} and o.id = w.id and w.action = 'send' and (
      w.attempts > w.held + w.failures or exists (
        select from message_parts p where p.company_id = o.company_id and p.message_id = o.message_id and not p.is_lost))`.execute(
    ctx.db,
  )
}
