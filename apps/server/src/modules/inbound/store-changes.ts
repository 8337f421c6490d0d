import type { PastChange } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { reactorsOf } from './apply-events.ts'
import { storeInbound } from './store-inbound.ts'

/**
 * Stores in the inbox the changes that a phone reports and that are not known here, as if they were new. Their messages
 * are stored already, or are among `added`, which were stored just before.
 */
export async function storeChanges(
  ctx: Ctx,
  connectionId: number,
  reported: PastChange[],
  added: readonly string[] = [],
): Promise<PastChange[]> {
  if (reported.length === 0) return []
  const rows = reported.map((change, ord) => ({
    ord,
    kind: change.kind,
    external_id: change.externalId,
    body: change.kind === 'edit' ? change.body : null,
    emoji: change.kind === 'reaction' ? change.emoji : null,
    senders: change.kind === 'reaction' ? reactorsOf(change) : [],
    done_at: change.doneAt ?? null,
  }))
  const { rows: unknown } = await sql<{ ord: number }>`
    select x.ord
    from (${recordset(rows, sql`ord int, kind text, external_id text, body text, emoji text, senders text[], done_at timestamptz`)}) as x
    left join messages m on m.company_id = ${ctx.companyId} and m.connection_id = ${connectionId} and m.external_id = x.external_id
    where x.external_id = any (${[...added]}::text[]) or case x.kind
      when 'delete' then m.deleted_at is null
      when 'edit' then m.deleted_at is null and m.body <> x.body and (m.edit_done_at <= x.done_at) is not false
      else m.deleted_at is null and not exists (
        select from message_reactions r
        where r.company_id = m.company_id and r.message_id = m.id and r.sender = any (x.senders)
          and (r.emoji = x.emoji or r.done_at >= x.done_at)) end
      and m.id is not null
    order by x.ord`.execute(ctx.db)
  const changes = unknown.flatMap(({ ord }) => reported[ord] ?? [])
  for (const change of changes) await storeInbound(ctx, connectionId, change)
  return changes
}
