import type { StopCause } from '@guiche/meta'
import type { StoredChannel } from '@guiche/channel'
import { channelFeatures } from '@guiche/contract'
import { channelsThat, factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'
import { featuresOf } from '#modules/companies'

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
  /** The company is open, and its plan has the network. Until then what waits is held, as with a paired phone. */
  isAllowed: boolean
  /** Its connection is deleted, or is reached in another way now: nothing is sent by it, and it ends nothing. */
  isLeft: boolean
}

/** The ways of which an account at a network is needed. */
export const byAccount = channelsThat(({ linkedBy }) => linkedBy === 'account')

const aadOf = ({ companyId }: Ctx, connectionId: number) => `${companyId}:${connectionId}:network-account`

interface Row {
  channel: StoredChannel
  routing_id: string
  page_id: string
  ciphertext: Buffer
  has_ended: boolean
  is_deleted: boolean
  is_closed: boolean
  features: string[]
}

/** Also of a deleted connection, until its page is unsubscribed, and of one that is reached in another way now, for a while. */
export async function findAccount(ctx: Ctx, key: Buffer, connectionId: number): Promise<NetworkAccount | undefined> {
  const { rows } = await sql<Row>`
    select n.channel, a.routing_id, a.page_id, a.ciphertext, a.ended_because is not null as has_ended, n.archived_at is not null as is_deleted,
      c.closed_at is not null as is_closed, p.features
    from network_accounts a join connections n on n.company_id = a.company_id and n.id = a.connection_id
    join companies c on c.id = a.company_id
    join plans p on p.id = c.plan_id
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
      isAllowed: !row.is_closed && isInPlan(row),
      isLeft: row.is_deleted || !byAccount.includes(row.channel),
    }
  )
}

function isInPlan({ channel, features }: Row): boolean {
  const needed = channelFeatures[factsOf(channel).shownAs]
  return needed === 'none' || featuresOf(features).includes(needed)
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

export async function removeAccount(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`
    delete from network_accounts where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
}

/** The network says that it ended at that time. False: it had ended before, was linked again since, or is not needed any more. */
export async function endAccountAt(
  ctx: Ctx,
  { connectionId, because, at }: { connectionId: number; because: StopCause; at: Date | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    update network_accounts set ended_because = ${because}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and ended_because is null and ${wasLinkedBefore(at)} and ${isNeeded(ctx, connectionId)}
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
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and ended_because = ${because} and ${wasLinkedBefore(at)} and ${isNeeded(ctx, connectionId)}
    returning connection_id`.execute(ctx.db)
  return rows.length > 0
}

/** Networks tell time in whole seconds. */
const wasLinkedBefore = (at: Date | undefined) =>
  sql`(${at ?? null}::timestamptz is null or date_trunc('second', linked_at) <= ${at ?? null}::timestamptz)`

/** The connection is reached by it. */
const isNeeded = ({ companyId }: Ctx, connectionId: number) => sql`exists (
  select from connections where company_id = ${companyId} and id = ${connectionId} and channel = any (${byAccount}::text[]))`
