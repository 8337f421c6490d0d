import { z } from 'zod'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'
import { removeAddresses, removeKeyIf } from '#modules/companies'
import { type NetworkAccount, byAccount, findAccount, removeAccount, saveAccount } from './accounts.repository.ts'

/** An app at Meta of the company's own. */
const OwnApp = z.object({ id: z.string(), secret: z.string(), verifyToken: z.string() })
export type OwnApp = z.output<typeof OwnApp>

const OwnSecrets = OwnApp.omit({ id: true })

/** A WhatsApp number on the Cloud API; its `routingId` is Meta's id of the number. */
export interface OfficialNumber extends NetworkAccount {
  /** The WhatsApp Business Account. */
  accountId: string
  /** What the ids of its customers belong to: the portfolio, or the account as long as nobody knows that. */
  userScope: string
  /** Undefined: the app of the installation. */
  app: OwnApp | undefined
  tokenEndsAt: Date | null
  webhookSeenAt: Date | null
  /** The app on a phone has the number too. */
  isOnPhone: boolean
}

interface Row {
  account_id: string
  user_scope: string
  app_id: string | null
  ciphertext: Buffer | null
  token_ends_at: Date | null
  webhook_seen_at: Date | null
  is_on_phone: boolean
}

const aadOf = ({ companyId }: Ctx, connectionId: number) => `${companyId}:${connectionId}:own-app`

/** Also of a deleted connection, until its account is unsubscribed, and of one whose number its phone reaches now, for a while. */
export async function findNumber(ctx: Ctx, key: Buffer, connectionId: number): Promise<OfficialNumber | undefined> {
  const account = await findAccount(ctx, key, connectionId)
  const { rows } = await sql<Row>`
    select account_id, coalesce(portfolio_id, account_id) as user_scope, app_id, ciphertext, token_ends_at, webhook_seen_at, is_on_phone
    from official_numbers
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
  const [row] = rows
  if (!account || !row) return undefined
  return {
    ...account,
    accountId: row.account_id,
    userScope: row.user_scope,
    app: ownAppIn(ctx, key, connectionId, row),
    tokenEndsAt: row.token_ends_at,
    webhookSeenAt: row.webhook_seen_at,
    isOnPhone: row.is_on_phone,
  }
}

function ownAppIn(ctx: Ctx, key: Buffer, connectionId: number, { app_id: id, ciphertext }: Row): OwnApp | undefined {
  if (id === null || ciphertext === null) return undefined
  const secrets = OwnSecrets.parse(JSON.parse(unseal(key, ciphertext, aadOf(ctx, connectionId))))
  return { id, ...secrets }
}

interface SavedNumber extends Pick<
  OfficialNumber,
  'connectionId' | 'routingId' | 'accountId' | 'token' | 'app' | 'tokenEndsAt' | 'isOnPhone'
> {}

export async function saveNumber(ctx: Ctx, key: Buffer, number: SavedNumber): Promise<void> {
  const { connectionId, routingId, accountId, token, app, tokenEndsAt, isOnPhone } = number
  // A number is written from by its own id.
  await saveAccount(ctx, key, { connectionId, routingId, pageId: routingId, token })
  const own = app && JSON.stringify({ secret: app.secret, verifyToken: app.verifyToken })
  const sealed = own === undefined ? null : seal(key, own, aadOf(ctx, connectionId))
  await sql`
    insert into official_numbers as n (company_id, connection_id, account_id, app_id, key_id, ciphertext, token_ends_at, is_on_phone)
    values (${ctx.companyId}, ${connectionId}, ${accountId}, ${app?.id ?? null}, ${sealed && sealingKeyId}, ${sealed}, ${tokenEndsAt}, ${isOnPhone})
    on conflict (company_id, connection_id) do update
      set app_id = excluded.app_id, key_id = excluded.key_id, ciphertext = excluded.ciphertext, token_ends_at = excluded.token_ends_at,
          is_on_phone = excluded.is_on_phone,
          webhook_seen_at = case when n.app_id is not distinct from excluded.app_id then n.webhook_seen_at end`.execute(
    ctx.db,
  )
}

/** Whose an account is. It is the same for all of its numbers. */
export async function keepPortfolio(ctx: Ctx, accountId: string, portfolioId: string): Promise<void> {
  await sql`
    update official_numbers set portfolio_id = ${portfolioId}
    where company_id = ${ctx.companyId} and account_id = ${accountId} and portfolio_id is distinct from ${portfolioId}`.execute(
    ctx.db,
  )
}

/** Numbers whose portfolio nobody knows, of connections that work. */
export async function findWithoutPortfolio(operator: Db): Promise<{ company_id: number; connection_id: number }[]> {
  const { rows } = await sql<{ company_id: number; connection_id: number }>`
    select o.company_id, o.connection_id from official_numbers o
    join network_accounts a on a.company_id = o.company_id and a.connection_id = o.connection_id and a.ended_because is null
    join connections n on n.company_id = o.company_id and n.id = o.connection_id and n.archived_at is null and n.channel = any (${byAccount}::text[])
    join companies c on c.id = o.company_id and c.active
    where o.portfolio_id is null`.execute(operator)
  return rows
}

/** Nothing is known of the number any more, nor its token. */
export async function forgetNumber(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`
    delete from official_numbers where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
  await removeAccount(ctx, connectionId)
  await removeAddresses(ctx, ['cloud_phone'], connectionId)
}

/** A webhook about the number has come. Written about once an hour, because they come all the time. */
export async function markWebhookSeen(ctx: Ctx, connectionIds: readonly number[]): Promise<void> {
  await sql`
    update official_numbers set webhook_seen_at = now()
    where company_id = ${ctx.companyId} and connection_id = any (${[...connectionIds]}::bigint[])
      and (webhook_seen_at is null or webhook_seen_at < now() - interval '1 hour')`.execute(ctx.db)
}

/** The connection that has a number, in any company, served or not. One that is reached by its phone now has none. */
export async function findNumberHolder(
  operator: Db,
  phoneNumberId: string,
): Promise<{ company_id: number; connection_id: number } | undefined> {
  return (await findNumberHolders(operator, [phoneNumberId]))[0]
}

/** Those of these numbers that have a connection, in any company, served or not. */
export async function findNumberHolders(
  operator: Db,
  phoneNumberIds: readonly string[],
): Promise<{ phone_number_id: string; company_id: number; connection_id: number }[]> {
  const { rows } = await sql<{ phone_number_id: string; company_id: number; connection_id: number }>`
    select b.key as phone_number_id, b.company_id, b.target_id as connection_id from address_book b
    join connections n on n.company_id = b.company_id and n.id = b.target_id and n.channel = any (${byAccount}::text[])
    where b.kind = 'cloud_phone' and b.key = any (${[...phoneNumberIds]}::text[])`.execute(operator)
  return rows
}

/** Whether another connection, of any company, is told by this app what happens at the account. */
export async function isAccountUsed(
  operator: Db,
  { accountId, appId }: { accountId: string; appId: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    select from official_numbers a join connections n on n.company_id = a.company_id and n.id = a.connection_id
    where a.account_id = ${accountId} and a.app_id is not distinct from ${appId ?? null}
      and n.archived_at is null and n.channel = any (${byAccount}::text[])
    limit 1`.execute(operator)
  return rows.length > 0
}

/** A number that a webhook may reach. */
export interface ReachedNumber {
  company_id: number
  connection_id: number
  phone_number_id: string
  account_id: string
  user_scope: string
  /** Null: the app of the installation. */
  app_id: string | null
  /** Digits. */
  number: string | null
  /** The connection is reached by its phone now. */
  is_left: boolean
  /** A webhook has been seen lately, so that the time of this one need not be stored. */
  was_seen: boolean
}

/** The numbers here that a webhook names by these ids, or that belong to these accounts, in companies that are served. */
export async function findReachedNumbers(
  operator: Db,
  { phoneNumberIds, accountIds }: { phoneNumberIds: readonly string[]; accountIds: readonly string[] },
): Promise<ReachedNumber[]> {
  const { rows } = await sql<ReachedNumber>`
    select o.company_id, o.connection_id, a.routing_id as phone_number_id, o.account_id, coalesce(o.portfolio_id, o.account_id) as user_scope, o.app_id, n.number,
           n.channel <> all (${byAccount}::text[]) as is_left,
           coalesce(o.webhook_seen_at > now() - interval '1 hour', false) as was_seen
    from official_numbers o
    join network_accounts a on a.company_id = o.company_id and a.connection_id = o.connection_id
    join connections n on n.company_id = o.company_id and n.id = o.connection_id and n.archived_at is null
    join companies c on c.id = o.company_id and c.active
    where (o.company_id, o.connection_id) in (
            select b.company_id, b.target_id from address_book b
            where b.kind = 'cloud_phone' and b.key = any (${[...phoneNumberIds]}::text[]))
       or o.account_id = any (${[...accountIds]}::text[])`.execute(operator)
  return rows
}

/** The app of a number with an app of the company's own, whose webhooks come to an address of the connection. */
export async function findOwnerOfApp(operator: Db, connectionId: number): Promise<{ company_id: number } | undefined> {
  const { rows } = await sql<{ company_id: number }>`
    select o.company_id from official_numbers o
    join connections n on n.company_id = o.company_id and n.id = o.connection_id and n.archived_at is null
    join companies c on c.id = o.company_id and c.active
    where o.connection_id = ${connectionId} and o.app_id is not null`.execute(operator)
  return rows[0]
}

/** In days: for as long Meta tells again what was not received. */
const longestNews = 7

/** Numbers that their phones have reached for longer than Meta may still tell something about them. */
export async function findLongLeft(operator: Db): Promise<{ company_id: number; connection_id: number }[]> {
  const { rows } = await sql<{ company_id: number; connection_id: number }>`
    select o.company_id, o.connection_id from official_numbers o
    join connections n on n.company_id = o.company_id and n.id = o.connection_id
    where n.channel <> all (${byAccount}::text[]) and n.moved_at < now() - make_interval(days => ${longestNews})`.execute(
    operator,
  )
  return rows
}

/** What another connection has left can be connected by anybody who proves that it is theirs. */
export async function freeLeftNumber(
  operator: Db,
  { phoneNumberId, but }: { phoneNumberId: string; but: number | undefined },
): Promise<void> {
  const isLeft = sql<boolean>`exists (
    select from connections n
    where n.company_id = b.company_id and n.id = b.target_id and n.id is distinct from ${but ?? null}::bigint
      and n.channel <> all (${byAccount}::text[]))`
  await removeKeyIf(operator, { kind: 'cloud_phone', key: phoneNumberId }, isLeft)
}

/** Tokens that end within so many days, of connections that work. */
export async function findEndingTokens(
  operator: Db,
  days: number,
): Promise<{ company_id: number; connection_id: number; ends_at: Date | null }[]> {
  const { rows } = await sql<{ company_id: number; connection_id: number; ends_at: Date | null }>`
    select o.company_id, o.connection_id, o.token_ends_at as ends_at from official_numbers o
    join network_accounts a on a.company_id = o.company_id and a.connection_id = o.connection_id and a.ended_because is null
    join connections n on n.company_id = o.company_id and n.id = o.connection_id and n.archived_at is null and n.channel = any (${byAccount}::text[])
    join companies c on c.id = o.company_id and c.active
    where o.token_ends_at between now() and now() + make_interval(days => ${days})`.execute(operator)
  return rows
}
