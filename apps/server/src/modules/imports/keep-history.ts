import type { HistoryChunk } from '#channels/whatsapp-web'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { wayThatSends } from '#channels/facts'
import { findUnlinked } from '#modules/connections'

/**
 * Stores the history that a phone sends, in the unit of work that stores its keys: if an import waits for it, if the
 * phone was linked before, or if we asked for it. Other history is discarded.
 */
export async function keepHistory(ctx: Ctx, connectionId: number, chunks: HistoryChunk[]): Promise<void> {
  if (chunks.length === 0) return
  const unrequested = chunks.filter(({ isAnswer }) => !isAnswer)
  const isImported = unrequested.length > 0 && (await hearForImport(ctx, connectionId, unrequested))
  for (const { own, bytes, isAnswer } of chunks) {
    const forImport = isImported && !isAnswer
    const missed = isAnswer ? undefined : await findUnlinked(ctx, connectionId, numberOf(own.id))
    if (forImport || missed || isAnswer)
      await sql`
        insert into history_chunks (company_id, connection_id, channel, own, payload, for_import, missed_since, missed_until, is_answer)
        values (${ctx.companyId}, ${connectionId}, ${wayThatSends('whenLinked') ?? null}, ${JSON.stringify(own)}::jsonb, ${Buffer.from(bytes)}, ${forImport},
          ${missed?.since ?? null}, ${missed?.until ?? null}, ${isAnswer})`.execute(ctx.db)
  }
}

async function hearForImport(ctx: Ctx, connectionId: number, chunks: HistoryChunk[]): Promise<boolean> {
  const isLast = chunks.map((chunk) => chunk.isLast).findLast((one) => one !== undefined) ?? null
  const { rows } = await sql`
    update connection_imports
    set state = case when state = 'asked' then 'preparing' else state end, heard_at = clock_timestamp(), is_told = coalesce(${isLast}, is_told)
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and state in ('asked', 'preparing', 'running')
    returning connection_id`.execute(ctx.db)
  if (rows.length === 0) return false
  ctx.emit('import.moved', { connectionId })
  ctx.emit('connection.saved', { connectionId })
  return true
}

/** The number in the linked phone's address; the rest names the device. */
const numberOf = (address: string) => address.split(/[:@]/)[0] ?? ''
