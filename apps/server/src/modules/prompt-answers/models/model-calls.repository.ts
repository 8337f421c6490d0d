import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Usage } from './meter.ts'

export interface ModelCall {
  purpose: 'chat' | 'transcribe' | 'speak'
  /** Or the voice. */
  model: string
  /** As much as it may use. */
  reserved: Usage
  promptId: number
  ticketId: number
}

/** Undefined: the ticket has had `most` calls. */
export async function reserveCall(
  { companyId, db }: Ctx,
  { purpose, model, reserved, promptId, ticketId }: ModelCall,
  most: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into model_calls (company_id, prompt_id, ticket_id, purpose, model, prompt_tokens, completion_tokens, seconds)
    select ${companyId}, ${promptId}::bigint, ${ticketId}::bigint, ${purpose}, ${model}, ${reserved.promptTokens}::int,
           ${reserved.completionTokens}::int, ${reserved.seconds}::float8
    where (select count(*) from model_calls c where c.company_id = ${companyId} and c.ticket_id = ${ticketId}) < ${most}
    returning id`.execute(db)
  return rows[0]?.id
}

export async function settleCall(
  { companyId, db }: Ctx,
  id: number,
  state: 'settled' | 'failed',
  used: Usage,
): Promise<void> {
  await sql`
    update model_calls set state = ${state}, prompt_tokens = ${used.promptTokens}, completion_tokens = ${used.completionTokens},
      seconds = ${used.seconds}, settled_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(db)
}
