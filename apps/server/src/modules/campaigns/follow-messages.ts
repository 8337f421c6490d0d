import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { noteProgress } from './tables/news.repository.ts'

/**
 * People follow their messages: sent, delivered, read, or failed. What may have arrived although it failed is uncertain, and
 * is never sent again (R6): the network gave no answer, or the send of a killed process was dropped.
 */
export async function followMessages(ctx: Ctx, { messageIds }: { messageIds: number[] }): Promise<void> {
  const { rows } = await sql<{ campaign_id: number }>`
    with news as materialized (
      select r.id, l.campaign_id, l.kind, m.ack, m.failure
      from campaign_messages l
      join messages m on m.company_id = l.company_id and m.id = l.message_id
      join campaign_recipients r on r.company_id = l.company_id and r.id = l.recipient_id and r.step = l.kind
      where l.company_id = ${ctx.companyId} and l.message_id = any (${messageIds}::bigint[])
        and r.state not in ('waiting', 'skipped')
      order by r.id for no key update of r)
    update campaign_recipients r set
      state = case when r.state = 'answered' then r.state
                   when n.failure in ('ERR_SENDING_WAPP_MSG', 'ERR_CAMPAIGN_STOPPED', 'ERR_OPTED_OUT') then 'uncertain'
                   when n.failure is not null then 'failed'
                   when n.ack >= 3 then 'read'
                   when n.ack = 2 then 'delivered'
                   when n.ack = 1 then 'sent'
                   else r.state end,
      reason = n.failure,
      requested_at = case when n.kind = 'request' and n.ack > 0 then coalesce(r.requested_at, now()) else r.requested_at end,
      reached_at = case when n.kind = 'content' and n.ack > 0 then coalesce(r.reached_at, now()) else r.reached_at end,
      updated_at = now()
    from news n
    where r.company_id = ${ctx.companyId} and r.id = n.id
    returning n.campaign_id`.execute(ctx.db)
  noteProgress(ctx, [...new Set(rows.map(({ campaign_id }) => campaign_id))])
}
