import type { UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { messageIsSeen } from '#modules/visibility'

export interface MessagePlace {
  /** The place of its attendance. */
  nth: number
  id: number
}

/**
 * The messages of these attendances in their order. A message belongs to the last attendance of its ticket that had begun
 * when it was stored.
 */
export async function messageIdsOf(
  ctx: UserCtx,
  attendanceIds: readonly number[],
  { after, most }: { after: MessagePlace; most: number },
): Promise<MessagePlace[]> {
  const { rows } = await sql<MessagePlace>`
    select x.nth, m.id
    from unnest(${[...attendanceIds]}::bigint[]) with ordinality as x (id, nth)
    join ticket_turns a on a.company_id = ${ctx.companyId} and a.id = x.id
    join tickets t on t.company_id = a.company_id and t.id = a.ticket_id
    join messages m on m.company_id = t.company_id and m.conversation_id = t.conversation_id and m.ticket_id = t.id
    where m.created_at >= a.created_at
      and not exists (select from ticket_turns b where b.company_id = a.company_id and b.ticket_id = a.ticket_id
                        and b.id > a.id and b.created_at <= m.created_at)
      and ${messageIsSeen(ctx.actor)} and (x.nth, m.id) > (${after.nth}::bigint, ${after.id}::bigint)
    order by x.nth, m.id limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}
