import { type AnswererState, ExchangeCall, ExchangeReason, type ExchangeView } from '@guiche/contract'
import type { ServiceState } from './stored/breakers.repository.ts'
import type { ExchangeRow } from './stored/list-exchanges.repository.ts'

export const presentExchange = (row: ExchangeRow): ExchangeView => ({
  id: row.id,
  ticketId: row.ticket_id,
  kind: row.kind,
  answererId: row.answerer_id,
  messageId: row.message_id,
  state: row.state,
  reason: reasonOf(row.reason),
  attempt: row.attempt,
  took: row.took_ms,
  calls: ExchangeCall.array().catch([]).parse(row.trace),
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})

export const presentService = (row: ServiceState): AnswererState => ({
  kind: row.kind,
  id: row.answerer_id,
  state: row.state,
  failures: row.failures,
  failure: reasonOf(row.failure),
  openUntil: row.open_until?.toISOString() ?? null,
  asking: row.asking,
  waiting: row.waiting,
})

const reasonOf = (reason: string | null): ExchangeReason | null => ExchangeReason.safeParse(reason).data ?? null
