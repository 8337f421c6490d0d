import type { StopCause } from '@guiche/meta'
import type { StoredChannel } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'

/** The page or account of a connection. */
export interface NetworkAccount {
  connectionId: number
  channel: StoredChannel
  /** What webhooks name. */
  routingId: string
  pageId: string
  token: string
  /** Nothing can be sent until a person has logged in again. */
  hasEnded: boolean
  isDeleted: boolean
}

const aadOf = ({ companyId }: Ctx, connectionId: number) => `${companyId}:${connectionId}:network-account`

interface Row {
  channel: StoredChannel
  routing_id: string
  page_id: string
  ciphertext: Buffer
  has_ended: boolean
  is_deleted: boolean
}

/** Also of a deleted connection, until its page is unsubscribed. */
export async function findAccount(ctx: Ctx, key: Buffer, connectionId: number): Promise<NetworkAccount | undefined> {
  const { rows } = await sql<Row>`
    select n.channel, a.routing_id, a.page_id, a.ciphertext, a.ended_because is not null as has_ended, n.archived_at is not null as is_deleted
    from network_accounts a join connections n on n.company_id = a.company_id and n.id = a.connection_id
    where a.company_id = ${ctx.companyId} and a.connection_id = ${connectionId}`.execute(ctx.db)
  const [row] = rows
  return (
    row && {
      connectionId,
      channel: row.channel,
      routingId: row.routing_id,
      pageId: row.page_id,
      token: unseal(key, row.ciphertext, aadOf(ctx, connectionId)),
      hasEnded: row.has_ended,
      isDeleted: row.is_deleted,
    }
  )
}

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

/** Whether another connection of the company still stands for the page, or for its account. */
export async function isPageUsed(ctx: Ctx, pageId: string): Promise<boolean> {
  const { rows } = await sql`
    select from network_accounts a join connections n on n.company_id = a.company_id and n.id = a.connection_id
    where a.company_id = ${ctx.companyId} and a.page_id = ${pageId} and n.archived_at is null limit 1`.execute(ctx.db)
  return rows.length > 0
}

export async function saveAccount(
  ctx: Ctx,
  key: Buffer,
  { connectionId, routingId, pageId, token }: Pick<NetworkAccount, 'connectionId' | 'routingId' | 'pageId' | 'token'>,
): Promise<void> {
  const sealed = seal(key, token, aadOf(ctx, connectionId))
  await sql`
    insert into network_accounts (company_id, connection_id, routing_id, page_id, key_id, ciphertext)
    values (${ctx.companyId}, ${connectionId}, ${routingId}, ${pageId}, ${sealingKeyId}, ${sealed})
    on conflict (company_id, connection_id) do update
      set page_id = excluded.page_id, key_id = excluded.key_id, ciphertext = excluded.ciphertext, ended_because = null, linked_at = now()`.execute(
    ctx.db,
  )
}

/** False: it had ended before, or was linked again since the token was read that does not work any more. */
export async function endAccount(
  ctx: Ctx,
  key: Buffer,
  { connectionId, token, because }: { connectionId: number; token: string; because: StopCause },
): Promise<boolean> {
  await sql`select from network_accounts where company_id = ${ctx.companyId} and connection_id = ${connectionId} for update`.execute(
    ctx.db,
  )
  const current = await findAccount(ctx, key, connectionId)
  if (!current || current.hasEnded || current.token !== token) return false
  await sql`
    update network_accounts set ended_because = ${because}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
  return true
}

/** The network says that it ended at that time. False: it had ended before, or was linked again since. */
export async function endAccountAt(
  ctx: Ctx,
  { connectionId, because, at }: { connectionId: number; because: StopCause; at: Date | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    update network_accounts set ended_because = ${because}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and ended_because is null and ${wasLinkedBefore(at)}
    returning connection_id`.execute(ctx.db)
  return rows.length > 0
}

/** The network has lifted what it ended. False: it had not, or was linked again since. */
export async function reviveAccount(
  ctx: Ctx,
  { connectionId, because, at }: { connectionId: number; because: StopCause; at: Date | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    update network_accounts set ended_because = null, linked_at = coalesce(${at ?? null}::timestamptz, now())
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and ended_because = ${because} and ${wasLinkedBefore(at)}
    returning connection_id`.execute(ctx.db)
  return rows.length > 0
}

/** Networks tell time in whole seconds. */
const wasLinkedBefore = (at: Date | undefined) =>
  sql`(${at ?? null}::timestamptz is null or date_trunc('second', linked_at) <= ${at ?? null}::timestamptz)`

export async function removeAccount(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`
    delete from network_accounts where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
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
