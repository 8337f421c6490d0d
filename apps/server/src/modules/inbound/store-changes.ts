import type { PastChange } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { reactorsOf } from './apply-events.ts'
import { storeInbound } from './store-inbound.ts'

/**
 * What a phone says was done to messages, as far as it is not known here: it comes in as if it were done now, behind the
 * messages it is about. Those are here, or among `coming`, which were stored a moment ago.
 */
export async function storeChanges(
  ctx: Ctx,
  connectionId: number,
  told: PastChange[],
  coming: readonly string[] = [],
): Promise<PastChange[]> {
  if (told.length === 0) return []
  const rows = told.map((change, ord) => ({
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
    where x.external_id = any (${[...coming]}::text[]) or case x.kind
      when 'delete' then m.deleted_at is null
      when 'edit' then m.deleted_at is null and m.body <> x.body and (m.edit_done_at <= x.done_at) is not false
      else m.deleted_at is null and not exists (
        select from message_reactions r
        where r.company_id = m.company_id and r.message_id = m.id and r.sender = any (x.senders)
          and (r.emoji = x.emoji or r.done_at >= x.done_at)) end
      and m.id is not null
    order by x.ord`.execute(ctx.db)
  const changes = unknown.flatMap(({ ord }) => told[ord] ?? [])
  for (const change of changes) await storeInbound(ctx, connectionId, change)
  return changes
}
