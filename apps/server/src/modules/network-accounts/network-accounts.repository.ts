import type { StopCause } from '@guiche/meta'
import type { StoredChannel } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { type NetworkAccount, findAccount } from './numbers/accounts.repository.ts'

export { type NetworkAccount, findAccount, saveAccount } from './numbers/accounts.repository.ts'

/** The connection of a page or account in this company, if there is one. Call it after `lockCompany`. */
export async function findConnectionOf(
  ctx: Ctx,
  { channel, routingId }: Pick<NetworkAccount, 'channel' | 'routingId'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select n.id from network_accounts a join connections n on n.company_id = a.company_id and n.id = a.connection_id
    where a.company_id = ${ctx.companyId} and a.routing_id = ${routingId} and n.channel = ${channel} and n.archived_at is null`.execute(
    ctx.db,
  )
  return rows[0]?.id
}

/** Whether a connection of any company still stands for the page, or for its account: they share what the app is told of it. */
export async function isPageUsed(operator: Db, pageId: string): Promise<boolean> {
  const { rows } = await sql`
    select from network_accounts a join connections n on n.company_id = a.company_id and n.id = a.connection_id
    where a.page_id = ${pageId} and n.archived_at is null limit 1`.execute(operator)
  return rows.length > 0
}

/** False: it had ended before, is not needed any more, or was linked again since the token was read that does not work any more. */
export async function endAccount(
  ctx: Ctx,
  key: Buffer,
  { connectionId, token, because }: { connectionId: number; token: string; because: StopCause },
): Promise<boolean> {
  await sql`select from network_accounts where company_id = ${ctx.companyId} and connection_id = ${connectionId} for update`.execute(
    ctx.db,
  )
  const current = await findAccount(ctx, key, connectionId)
  if (!current || current.hasEnded || current.isLeft || current.token !== token) return false
  await sql`
    update network_accounts set ended_because = ${because}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
  return true
}

/** The key of a page or account in the address book. */
export const addressKeyOf = (channel: StoredChannel, routingId: string): string => `${channel}:${routingId}`

interface Owner {
  key: string
  company_id: number
  connection_id: number
}

/** Whose pages and accounts these are, in any company that is served. */
export async function findOwners(operator: Db, keys: readonly string[]): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select a.key, a.company_id, a.target_id as connection_id from address_book a
    join companies c on c.id = a.company_id and c.active
    where a.kind = 'meta_page' and a.key = any (${[...keys]}::text[])`.execute(operator)
  return rows
}

/** The company that a page or account belongs to, whether it is served or not. */
export async function findHolder(operator: Db, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from address_book where kind = 'meta_page' and key = ${key}`.execute(operator)
  return rows[0]?.company_id
}
