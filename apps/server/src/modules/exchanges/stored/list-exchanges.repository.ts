import type { AnswererKind, exchangeStates } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface ExchangeRow {
  id: number
  ticket_id: number
  kind: AnswererKind
  answerer_id: number
  message_id: number
  state: (typeof exchangeStates)[number]
  reason: string | null
  attempt: number
  took_ms: number | null
  trace: unknown
  created_at: Date
  ended_at: Date | null
}

/** Newest first. */
export async function listExchanges(ctx: Ctx, ticketId: number): Promise<ExchangeRow[]> {
  const { rows } = await sql<ExchangeRow>`
    select id, ticket_id, kind, answerer_id, message_id, state, reason, attempt, took_ms, trace, created_at, ended_at
    from exchanges where company_id = ${ctx.companyId} and ticket_id = ${ticketId} order by id desc limit 200`.execute(
    ctx.db,
  )
  return rows
}
