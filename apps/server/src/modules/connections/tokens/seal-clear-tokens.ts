import { channelsThat } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { type TokenKeys, enterToken, keepToken, readToken } from './stored-token.ts'

const secretive = channelsThat(({ hasVisitors }) => !hasVisitors)

type SealingDeps = Pick<Deps, 'units' | 'keys' | 'log'>

/**
 * Seals tokens that an earlier version stored in clear, and hashes those that it only sealed. SQL cannot do it: the keys
 * are not in the database. It runs when a process starts, and every night, because processes of the earlier version may
 * run beside it.
 */
export async function sealClearTokens(deps: SealingDeps): Promise<void> {
  const { units, keys, log } = deps
  const { rows } = await sql<{ company_id: number; id: number }>`
    select company_id, id from connections where token <> '' and channel = any (${secretive}::text[])`.execute(
    units.operator,
  )
  for (const { company_id: companyId, id } of rows)
    await units.run({ kind: 'system', companyId }, (ctx) => sealToken(ctx, keys, id))
  if (rows.length > 0)
    log.info({ event: 'connection.tokens-sealed', count: rows.length }, 'sealed tokens that were stored in clear')
  await enterSealedTokens(deps)
}

async function sealToken(ctx: Ctx, keys: TokenKeys, connectionId: number): Promise<void> {
  const { rows } = await sql<{ token: string }>`
    select token from connections where company_id = ${ctx.companyId} and id = ${connectionId} for update`.execute(
    ctx.db,
  )
  const token = rows[0]?.token
  // Another process was faster.
  if (!token) return
  await keepToken(ctx, keys, connectionId, token)
  await sql`
    update connections set token = '' where company_id = ${ctx.companyId} and id = ${connectionId}`.execute(ctx.db)
}

async function enterSealedTokens({ units, keys, log }: SealingDeps): Promise<void> {
  const { rows } = await sql<{ company_id: number; connection_id: number }>`
    select k.company_id, k.connection_id from connection_tokens k
    join connections n on n.company_id = k.company_id and n.id = k.connection_id and n.archived_at is null
    where not exists (select from address_book a
                      where a.company_id = k.company_id and a.kind = 'api_token' and a.target_id = k.connection_id)`.execute(
    units.operator,
  )
  let entered = 0
  for (const { company_id: companyId, connection_id: id } of rows)
    // A token that another connection has as well stays without effect.
    if (await units.run({ kind: 'system', companyId }, (ctx) => enterAgain(ctx, keys, id))) entered += 1
  if (entered > 0)
    log.info({ event: 'connection.tokens-hashed', count: entered }, 'hashed tokens that were only sealed')
}

async function enterAgain(ctx: Ctx, keys: TokenKeys, connectionId: number): Promise<boolean> {
  const token = await readToken(ctx, keys, connectionId)
  return token !== undefined && enterToken(ctx, keys, connectionId, token)
}
