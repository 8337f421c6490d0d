import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** From which templates these messages were made. */
export async function templatesOf(ctx: Ctx, messageIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ template_id: number }>`
    select distinct (raw->'template'->>'templateId')::bigint as template_id from messages
    where company_id = ${ctx.companyId} and id = any (${[...messageIds]}::bigint[]) and raw ? 'template'`.execute(
    ctx.db,
  )
  return rows.map(({ template_id }) => template_id)
}

/** In days, and the most messages that are looked at. */
const lookedAt = { days: 30, messages: 50 } as const

/**
 * How many messages of the same conversation have failed in a row because the network does not reach their reader, beside these:
 * none has arrived and the reader has not written since.
 */
export async function countUnreached(ctx: Ctx, messageIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recent as (
      select o.id, o.failure, not o.from_me or o.ack >= 2 as has_contact
      from (select distinct conversation_id from messages where company_id = ${ctx.companyId} and id = any (${[...messageIds]}::bigint[])) m
      cross join lateral (
        select * from messages l
        where l.company_id = ${ctx.companyId} and l.conversation_id = m.conversation_id
          and l.sent_at > now() - make_interval(days => ${sql.lit(lookedAt.days)})
        order by l.sent_at desc, l.id desc limit ${sql.lit(lookedAt.messages)}) o)
    select count(*)::int as count from recent
    where failure = 'ERR_NOT_ON_WHATSAPP' and id <> all (${[...messageIds]}::bigint[])
      and id > coalesce((select max(id) from recent where has_contact), 0)`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
