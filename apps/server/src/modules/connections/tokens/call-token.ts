import { auditHourly } from '#platform/audit'
import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { seal, unseal } from '#platform/security/seal'
import { badRequest } from '#platform/errors'
import { endingOf, isMasked, maskedEnding } from './connection-token.ts'

/** Identifies the key that is used for sealing. */
const keyId = 1

const aadOf = ({ companyId }: Ctx, connectionId: number) => `${companyId}:${connectionId}:call-token`

/** The token for voice calls of a connection; undefined: there is none. */
export async function readCallToken(ctx: Ctx, key: Buffer, connectionId: number): Promise<string | undefined> {
  const { rows } = await sql<{ ciphertext: Buffer }>`
    select ciphertext from connection_call_tokens
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
  return rows[0] && unseal(key, rows[0].ciphertext, aadOf(ctx, connectionId))
}

/**
 * Stores what the dialog sent: a new token, or none. The masked token that it was given changes nothing. Anything else
 * that begins with the mask is refused: a token was pasted behind it, or the mask is that of another connection, or of a
 * token that was removed since.
 */
export async function keepCallToken(
  ctx: Ctx,
  key: Buffer,
  connectionId: number,
  sent: string | null | undefined,
): Promise<void> {
  if (sent === undefined) return
  if (!sent) return removeCallToken(ctx, connectionId)
  if (isMasked(sent)) return assertUnchanged(ctx, connectionId, sent)
  await sql`
    insert into connection_call_tokens (company_id, connection_id, key_id, ciphertext, ending)
    values (${ctx.companyId}, ${connectionId}, ${keyId}, ${seal(key, sent, aadOf(ctx, connectionId))}, ${endingOf(sent)})
    on conflict (company_id, connection_id) do update
      set key_id = excluded.key_id, ciphertext = excluded.ciphertext, ending = excluded.ending`.execute(ctx.db)
}

async function assertUnchanged(ctx: Ctx, connectionId: number, sent: string): Promise<void> {
  const { rows } = await sql<{ ending: string }>`
    select ending from connection_call_tokens
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
  if (!rows[0] || sent !== maskedEnding(rows[0].ending))
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.wavoip', message: 'invalid' }] })
}

export async function removeCallToken(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`
    delete from connection_call_tokens where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
}

/**
 * The token for somebody who is shown it with a ticket of theirs. The audit log says so, once an hour: people open tickets
 * all the time.
 */
export async function tellCallToken(
  ctx: UserCtx,
  key: Buffer,
  { connectionId, ticketId }: { connectionId: number; ticketId: number },
): Promise<string | undefined> {
  const token = await readCallToken(ctx, key, connectionId)
  if (token !== undefined)
    await auditHourly(ctx, {
      action: 'connection.callTokenRead',
      object: 'connection',
      objectId: connectionId,
      detail: { ticketId },
    })
  return token
}
