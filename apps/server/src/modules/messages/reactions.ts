import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/**
 * One reaction per person, whatever names they were known by; an empty one takes it back. `sender` is 'me' for us. True if
 * there is or was something to be seen, and it was not done before what is known already.
 */
export async function react(
  ctx: Ctx,
  messageId: number,
  { sender, others = [] }: { sender: string; others?: string[] },
  { emoji, doneAt }: { emoji: string; doneAt?: string },
): Promise<boolean> {
  if (others.length > 0)
    await sql`
      update message_reactions r set sender = ${sender}
      where company_id = ${ctx.companyId} and message_id = ${messageId} and sender = any (${others}::text[])
        and not exists (select from message_reactions k where k.company_id = r.company_id and k.message_id = r.message_id and k.sender = ${sender})`.execute(
      ctx.db,
    )
  const { rows } = await sql<{ is_seen: boolean }>`
    with before as (
      select emoji from message_reactions where company_id = ${ctx.companyId} and message_id = ${messageId} and sender = ${sender}),
    kept as (
      insert into message_reactions as r (company_id, message_id, sender, emoji, done_at)
      values (${ctx.companyId}, ${messageId}, ${sender}, ${emoji.slice(0, 32)}, coalesce(${doneAt ?? null}, now()))
      on conflict (company_id, message_id, sender) do update set emoji = excluded.emoji, done_at = excluded.done_at
      where (r.done_at <= excluded.done_at) is not false
      returning emoji)
    select kept.emoji <> '' or coalesce((select emoji from before), '') <> '' as is_seen from kept`.execute(ctx.db)
  return rows[0]?.is_seen ?? false
}
