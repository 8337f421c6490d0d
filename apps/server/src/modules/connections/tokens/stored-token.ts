import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { seal, unseal } from '#platform/security/seal'
import { endingOf } from './connection-token.ts'

/** Identifies the key that is used for sealing. */
const keyId = 1

const aadOf = ({ companyId }: Ctx, connectionId: number) => `${companyId}:${connectionId}:token`

/**
 * The token of a connection whose token is secret (S62). Undefined: it has none. That of a web chat is part of its public
 * address, and stored with the connection.
 */
export async function readToken(ctx: Ctx, key: Buffer, connectionId: number): Promise<string | undefined> {
  const { rows } = await sql<{ ciphertext: Buffer }>`
    select ciphertext from connection_tokens
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
  return rows[0] && unseal(key, rows[0].ciphertext, aadOf(ctx, connectionId))
}

export async function keepToken(ctx: Ctx, key: Buffer, connectionId: number, token: string): Promise<void> {
  await sql`
    insert into connection_tokens (company_id, connection_id, key_id, ciphertext, ending)
    values (${ctx.companyId}, ${connectionId}, ${keyId}, ${seal(key, token, aadOf(ctx, connectionId))}, ${endingOf(token)})
    on conflict (company_id, connection_id) do update
      set key_id = excluded.key_id, ciphertext = excluded.ciphertext, ending = excluded.ending`.execute(ctx.db)
}

export async function removeToken(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`
    delete from connection_tokens where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
}
