import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { applyEvents } from './apply-events.ts'
import type { InboundEvent } from './received-message.ts'

interface Parked {
  connection_id: number
  target_external_id: string
  kind: string
  payload: { ack?: number; upTo?: boolean } & Record<string, unknown>
}

/** Applies the events that came before these messages, in the order in which they came. */
export async function applyParked(
  ctx: Ctx,
  messages: { connection_id: number; payload: { externalId: string } }[],
): Promise<void> {
  const targets = messages.map(({ connection_id, payload }) => ({ connection_id, external_id: payload.externalId }))
  const { rows } = await sql<Parked>`
    with taken as (
      delete from parked_events p using (${recordset(targets, sql`connection_id bigint, external_id text`)}) as x
      where p.company_id = ${ctx.companyId} and p.connection_id = x.connection_id and p.target_external_id = x.external_id
      returning p.id, p.connection_id, p.target_external_id, p.kind, p.payload)
    select connection_id, target_external_id, kind, payload from taken order by id`.execute(ctx.db)
  for (const parked of rows) await applyEvents(ctx, parked.connection_id, [eventOf(parked)])
}

function eventOf({ kind, payload, target_external_id }: Parked): InboundEvent {
  if (kind === 'ack')
    return { kind: 'ack', externalId: target_external_id, ack: ackOf(payload.ack), upTo: payload.upTo === true }
  // The table is written by `park` only, so the payload is an event.
  return payload as unknown as Exclude<InboundEvent, { kind: 'ack' }>
}

const ackOf = (ack: number | undefined) => ([1, 2, 3, 4] as const).find((known) => known === ack) ?? 1
