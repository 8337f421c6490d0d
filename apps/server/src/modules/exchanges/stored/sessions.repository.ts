import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { storableJson } from '#platform/text'
import type { AnswererKind } from '@guiche/contract'

interface Service {
  kind: AnswererKind
  answerer_id: number
}

/** Null ends the session. */
export async function keepSession(
  ctx: Ctx,
  ticketId: number,
  { kind, answerer_id: id }: Service,
  state: unknown,
): Promise<void> {
  if (state === null || state === undefined) return removeSession(ctx, ticketId, { kind, answerer_id: id })
  await sql`
    insert into exchange_sessions as s (company_id, ticket_id, kind, answerer_id, state)
    values (${ctx.companyId}, ${ticketId}, ${kind}, ${id}, ${storableJson(state)}::jsonb)
    on conflict (company_id, ticket_id, kind, answerer_id) do update set state = excluded.state, updated_at = now()`.execute(
    ctx.db,
  )
}

/** Whoever comes back to a closed ticket begins anew. */
export async function removeSessionsOf(ctx: Ctx, ticketId: number): Promise<void> {
  await sql`delete from exchange_sessions where company_id = ${ctx.companyId} and ticket_id = ${ticketId}`.execute(
    ctx.db,
  )
}

export async function removeSession(ctx: Ctx, ticketId: number, { kind, answerer_id: id }: Service): Promise<void> {
  await sql`
    delete from exchange_sessions
    where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and kind = ${kind} and answerer_id = ${id}`.execute(
    ctx.db,
  )
}
