import type { Ctx } from '#platform/context'
import { endingOf } from '#platform/security/masked'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'

/** The tables with sealed tokens, one of each connection at most, and what their tokens are sealed as. */
const kinds = { connection_tokens: 'token', connection_call_tokens: 'call-token' } as const

type SealedTokens = keyof typeof kinds

const aadOf = ({ companyId }: Ctx, table: SealedTokens, connectionId: number) =>
  `${companyId}:${connectionId}:${kinds[table]}`

/** Undefined: the connection has none. */
export async function readSealed(
  ctx: Ctx,
  key: Buffer,
  table: SealedTokens,
  connectionId: number,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom(table)
    .select('ciphertext')
    .where('company_id', '=', ctx.companyId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  return row && unseal(key, row.ciphertext, aadOf(ctx, table, connectionId))
}

export async function keepSealed(
  ctx: Ctx,
  key: Buffer,
  table: SealedTokens,
  connectionId: number,
  token: string,
): Promise<void> {
  const ciphertext = seal(key, token, aadOf(ctx, table, connectionId))
  const sealed = { key_id: sealingKeyId, ciphertext, ending: endingOf(token) }
  await ctx.db
    .insertInto(table)
    .values({ company_id: ctx.companyId, connection_id: connectionId, ...sealed })
    .onConflict((conflict) => conflict.columns(['company_id', 'connection_id']).doUpdateSet(sealed))
    .execute()
}

export async function removeSealed(ctx: Ctx, table: SealedTokens, connectionId: number): Promise<void> {
  await ctx.db
    .deleteFrom(table)
    .where('company_id', '=', ctx.companyId)
    .where('connection_id', '=', connectionId)
    .execute()
}
