import { type Inbound, laneOf } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { metrics } from '#platform/process/metrics'
import { storableJson, storableText } from '#platform/text'
import '#platform/work/wakes'
import { withoutPrivateMessages } from '#modules/user-notices'
import { sanitizeInbound } from './sanitize-inbound.ts'

declare module '#platform/work/wakes' {
  interface Workers {
    /** Processes the entries of the inbox. */
    inbox: true
  }
}

export interface StoredInbound {
  /** False: it was stored before, and nothing was changed. */
  isNew: boolean
  receivedAt: Date
}

/**
 * Stores what a network sent, before anything else is done with it. Only after the commit of this unit of work is the
 * network told "received", and the inbox is processed. A message that is stored already, processed or not, changes
 * nothing (R1). Nor does the phone's copy of what was sent to a user (S34).
 */
export async function storeInbound(ctx: Ctx, connectionId: number, received: Inbound): Promise<StoredInbound> {
  const inbound = sanitizeInbound(received)
  if (!inbound || (await withoutPrivateMessages(ctx, [inbound])).length === 0)
    return { isNew: false, receivedAt: new Date() }
  // The same text as in the stored payload: senders choose ids, which may contain characters that cannot be stored.
  const externalId = inbound.kind === 'message' ? storableText(inbound.externalId) : null
  const lane = inbound.from ? laneOf(inbound.from) : `target:${inbound.externalId}`
  const { rows } = await sql<{ is_new: boolean; at: Date }>`
    with earlier as (
      select sent_at as at from messages
      where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${externalId}
      union all
      select received_at from inbox
      where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${externalId}
      limit 1),
    kept as (
      insert into inbox (company_id, connection_id, lane, external_id, payload)
      select ${ctx.companyId}, ${connectionId}, ${lane}, ${externalId}, ${storableJson(inbound)}::jsonb
      where not exists (select from earlier)
      on conflict (company_id, connection_id, external_id) where external_id is not null do nothing
      returning received_at)
    select true as is_new, received_at as at from kept
    union all
    select false, at from earlier`.execute(ctx.db)
  const [row] = rows
  if (row?.is_new) ctx.wake('inbox')
  else if (row) metrics.duplicates.inc()
  if (row) return { isNew: row.is_new, receivedAt: row.at }
  metrics.duplicates.inc()
  // Two deliveries at the same time: the other one won, and this statement could not see it yet.
  const { rows: others } = await sql<{ at: Date }>`
    select received_at as at from inbox where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${externalId}
    union all
    select sent_at from messages where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${externalId}`.execute(
    ctx.db,
  )
  return { isNew: false, receivedAt: others[0]?.at ?? new Date() }
}

/** Whether a message is stored already, in the inbox or processed. */
export async function isStored(ctx: Ctx, connectionId: number, externalId: string): Promise<boolean> {
  const { rows } = await sql<{ is_stored: boolean }>`
    select exists (select from messages where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${externalId})
      or exists (select from inbox where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${externalId}) as is_stored`.execute(
    ctx.db,
  )
  return rows[0]?.is_stored ?? false
}
