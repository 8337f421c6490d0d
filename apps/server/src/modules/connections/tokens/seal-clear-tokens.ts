import { channelsThat } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { keepToken } from './stored-token.ts'

const secretive = channelsThat(({ hasVisitors }) => !hasVisitors)

/**
 * Seals tokens that an earlier version stored in clear. SQL cannot do it: the key is not in the database. It runs when
 * a process starts, and every night, because processes of the earlier version may run beside it.
 */
export async function sealClearTokens({ units, keys, log }: Pick<Deps, 'units' | 'keys' | 'log'>): Promise<void> {
  const { rows } = await sql<{ company_id: number; id: number }>`
    select company_id, id from connections where token <> '' and channel = any (${secretive}::text[])`.execute(
    units.operator,
  )
  for (const { company_id: companyId, id } of rows)
    await units.run({ kind: 'system', companyId }, (ctx) => sealToken(ctx, keys.secretsAtRest, id))
  if (rows.length > 0)
    log.info({ event: 'connection.tokens-sealed', count: rows.length }, 'sealed tokens that were stored in clear')
}

async function sealToken(ctx: Ctx, key: Buffer, connectionId: number): Promise<void> {
  const { rows } = await sql<{ token: string }>`
    select token from connections where company_id = ${ctx.companyId} and id = ${connectionId} for update`.execute(
    ctx.db,
  )
  const token = rows[0]?.token
  // Another process was faster.
  if (!token) return
  await keepToken(ctx, key, connectionId, token)
  await sql`
    update connections set token = '' where company_id = ${ctx.companyId} and id = ${connectionId}`.execute(ctx.db)
}
