import type { HistoryChunk } from '#channels/whatsapp-web'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/**
 * Keeps what a phone tells of its past, in the unit of work that keeps the keys it came by, where an import waits for it;
 * nobody else's past is kept.
 */
export async function keepHistory(ctx: Ctx, connectionId: number, chunks: HistoryChunk[]): Promise<void> {
  if (chunks.length === 0) return
  const isLast = chunks.map((chunk) => chunk.isLast).findLast((told) => told !== undefined) ?? null
  const { rows } = await sql`
    update connection_imports
    set state = case when state = 'asked' then 'preparing' else state end, heard_at = clock_timestamp(), is_told = coalesce(${isLast}, is_told)
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and state in ('asked', 'preparing', 'running')
    returning connection_id`.execute(ctx.db)
  if (rows.length === 0) return
  for (const { own, bytes } of chunks)
    await sql`
      insert into history_chunks (company_id, connection_id, own, payload)
      values (${ctx.companyId}, ${connectionId}, ${JSON.stringify(own)}::jsonb, ${Buffer.from(bytes)})`.execute(ctx.db)
  ctx.emit('import.moved', { connectionId })
  ctx.emit('connection.saved', { connectionId })
}
