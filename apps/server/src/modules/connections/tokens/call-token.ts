import { auditHourly } from '#platform/audit'
import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest } from '#platform/errors'
import { isMasked, maskedEnding } from '#platform/security/masked'
import { keepSealed, readSealed, removeSealed } from './sealed-token.ts'

/** The token for voice calls of a connection; undefined: there is none. */
export const readCallToken = (ctx: Ctx, key: Buffer, connectionId: number): Promise<string | undefined> =>
  readSealed(ctx, key, 'connection_call_tokens', connectionId)

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
  return keepSealed(ctx, key, 'connection_call_tokens', connectionId, sent)
}

async function assertUnchanged(ctx: Ctx, connectionId: number, sent: string): Promise<void> {
  const { rows } = await sql<{ ending: string }>`
    select ending from connection_call_tokens
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
  if (!rows[0] || sent !== maskedEnding(rows[0].ending))
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.wavoip', message: 'invalid' }] })
}

export const removeCallToken = (ctx: Ctx, connectionId: number): Promise<void> =>
  removeSealed(ctx, 'connection_call_tokens', connectionId)

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
