import { importLimits } from '@guiche/contract'
import { wayThatSends } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { findGoing, forgetImport, insertImport } from './imports.repository.ts'

const minute = 60_000

/** In ms. More than any network sends by itself. */
const reach = importLimits.oldest / 2

/**
 * Expects the history of a connection that sends it once, by itself: all of it, with its tickets closed. People may change the
 * dates until it has come.
 */
export async function awaitHistory(ctx: Ctx, connectionId: number): Promise<void> {
  if (await findGoing(ctx, connectionId)) return
  // In whole minutes, as people see and send them back.
  const until = Math.ceil(Date.now() / minute) * minute
  await insertImport(ctx, connectionId, {
    since: new Date(until - Math.floor(reach / minute) * minute).toISOString(),
    until: new Date(until).toISOString(),
    takesGroups: false,
    closesTickets: true,
    isOnce: true,
  })
  ctx.emit('import.moved', { connectionId })
}

/** It will not come. */
export async function giveUpHistory(ctx: Ctx, connectionId: number): Promise<void> {
  if (!(await findGoing(ctx, connectionId))?.isOnce) return
  await forgetImport(ctx, connectionId)
  ctx.emit('import.moved', { connectionId })
  ctx.emit('connection.saved', { connectionId })
}

interface SharedPart {
  /** As the network sent it. */
  value: unknown
  own: Record<string, string>
  /** In percent, how much of the history was sent with it. Undefined: it has only files of messages that were sent before. */
  sent: number | undefined
}

/**
 * Stores a part of such a history as it came. Parts may come in any order, twice, and
 * after the others were imported. If people wanted none of it, nothing is stored.
 */
export async function keepSharedHistory(
  ctx: Ctx,
  connectionId: number,
  { value, own, sent }: SharedPart,
): Promise<void> {
  const { rows } = await sql`
    update connection_imports
    set state = case state when 'asked' then 'preparing' when 'preparing' then 'preparing' else 'running' end, heard_at = clock_timestamp(),
        is_told = is_told or ${sent ?? 0} >= 100, sent = greatest(sent, ${sent ?? null}::smallint)
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and is_once
    returning connection_id`.execute(ctx.db)
  const isAwaited = rows.length > 0
  // The files of messages that are here already may come later.
  if (!isAwaited && sent !== undefined) return
  await sql`
    insert into history_chunks (company_id, connection_id, channel, own, payload, for_import)
    values (${ctx.companyId}, ${connectionId}, ${wayThatSends('once') ?? null}, ${JSON.stringify(own)}::jsonb, ${Buffer.from(JSON.stringify(value))}, ${isAwaited})`.execute(
    ctx.db,
  )
  ctx.emit('import.moved', { connectionId })
  if (isAwaited) ctx.emit('connection.saved', { connectionId })
}
