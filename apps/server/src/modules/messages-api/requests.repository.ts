import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'
import type { Program } from './recognize-program.ts'

/** A call with an Idempotency-Key. */
export interface RepeatableCall {
  key: string
  /** A hash of everything that was sent. */
  fingerprint: Buffer
}

/** In days. How long a key is remembered. */
const kept = 7

/**
 * The messages that the same call has stored before; undefined: there was none. Throws 409 if the key was used for another
 * call.
 */
export async function findEarlier(
  ctx: Ctx,
  { connectionId, tokenId }: Program,
  { key, fingerprint }: RepeatableCall,
): Promise<number[] | undefined> {
  const { rows } = await sql<{ fingerprint: Buffer; message_ids: number[] }>`
    select fingerprint, to_jsonb(message_ids) as message_ids from api_requests
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and token_id = ${tokenId} and key = ${key}`.execute(
    ctx.db,
  )
  const [earlier] = rows
  if (earlier && !earlier.fingerprint.equals(fingerprint)) throw new AppError('ERR_IDEMPOTENCY_KEY_USED', 409)
  return earlier?.message_ids
}

/**
 * Claims a key until the end of the unit of work. False: another call has it, which this one has waited for; what that
 * stored can be read now.
 */
export async function claimKey(
  ctx: Ctx,
  { connectionId, tokenId }: Program,
  { key, fingerprint }: RepeatableCall,
): Promise<boolean> {
  const { rows } = await sql`
    insert into api_requests (company_id, connection_id, token_id, key, fingerprint)
    values (${ctx.companyId}, ${connectionId}, ${tokenId}, ${key}, ${fingerprint})
    on conflict do nothing returning token_id`.execute(ctx.db)
  return rows.length > 0
}

export async function keepAnswer(
  ctx: Ctx,
  { connectionId, tokenId }: Program,
  { key }: RepeatableCall,
  messageIds: readonly number[],
): Promise<void> {
  await sql`
    update api_requests set message_ids = ${[...messageIds]}::bigint[]
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and token_id = ${tokenId} and key = ${key}`.execute(
    ctx.db,
  )
}

export async function removeOldRequests(operator: Db, most: number): Promise<number> {
  const { rows } = await sql`
    delete from api_requests where (company_id, connection_id, token_id, key) in (
      select company_id, connection_id, token_id, key from api_requests
      where created_at < now() - make_interval(days => ${kept}) limit ${most})
    returning token_id`.execute(operator)
  return rows.length
}
