import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

interface Named {
  conversation_id: number
  queue_id: number | null
  tag_id: number | null
}

/** The queue and tag for the tickets of conversations in which a campaign's message waits: those of the last campaign. */
export async function findNamedByCampaigns(
  ctx: Ctx,
  conversationIds: readonly number[],
): Promise<ReadonlyMap<number, Named>> {
  const { rows } = await sql<Named>`
    select distinct on (m.conversation_id) m.conversation_id, q.id as queue_id, g.id as tag_id
    from messages m
    join campaign_messages l on l.company_id = m.company_id and l.message_id = m.id
    join campaigns p on p.company_id = l.company_id and p.id = l.campaign_id and p.removed_at is null
    left join queues q on q.company_id = p.company_id and q.id = p.queue_id and q.archived_at is null
    left join tags g on g.company_id = p.company_id and g.id = p.answer_tag_id
    where m.company_id = ${ctx.companyId} and m.conversation_id = any (${[...conversationIds]}::bigint[])
      and m.origin = 'campaign' and m.ticket_id is null
    order by m.conversation_id, m.sent_at desc, m.id desc`.execute(ctx.db)
  return new Map(rows.map((row) => [row.conversation_id, row]))
}
