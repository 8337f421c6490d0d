import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'

/**
 * Sets the reaction of one person; an empty emoji removes it. `sender` is 'me' for us, and `others` are earlier identities of
 * the same person. Returns false if no reaction is or was shown, or if a later one is stored.
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

interface OldReaction {
  external_id: string
  sender: string
  emoji: string
  done_at: string | null
}

/** Imports reactions to old messages. Existing reactions stay. */
export async function addOldReactions(
  ctx: Ctx,
  connectionId: number,
  reactions: readonly OldReaction[],
): Promise<void> {
  await sql`
    insert into message_reactions (company_id, message_id, sender, emoji, done_at)
    select m.company_id, m.id, x.sender, left(x.emoji, 32), coalesce(x.done_at, m.sent_at)
    from (${recordset(reactions, sql`external_id text, sender text, emoji text, done_at timestamptz`)}) as x
    join messages m on m.company_id = ${ctx.companyId} and m.connection_id = ${connectionId} and m.external_id = x.external_id
    where x.emoji <> ''
    on conflict (company_id, message_id, sender) do nothing`.execute(ctx.db)
}
