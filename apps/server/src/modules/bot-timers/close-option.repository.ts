import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Whether the customer has written after the choice of the option, by the log, or somebody on the phone itself. */
export async function hasGoneOn(ctx: Ctx, ticketId: number): Promise<boolean> {
  const { rows } = await sql<{ has_gone_on: boolean }>`
    select exists (
      select from tickets t join messages m on m.company_id = t.company_id and m.conversation_id = t.conversation_id
      where t.company_id = ${ctx.companyId} and t.id = ${ticketId} and m.ticket_id = t.id
        and (not m.from_me or m.origin = 'phone')
        and m.id > (select (l.detail ->> 'messageId')::bigint from ticket_log l
                    where l.company_id = ${ctx.companyId} and l.ticket_id = ${ticketId}
                      and l.kind = 'chatBot' and l.detail ->> 'rule' = 'queueMenu'
                    order by l.id desc limit 1)) as has_gone_on`.execute(ctx.db)
  return rows[0]?.has_gone_on ?? false
}
