import type { Ctx, UserActor } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { endsAt, isExpired, recordLogin } from '#modules/companies'

export type EndReason = 'logout' | 'other_login' | 'password' | 'role' | 'disabled' | 'reuse'

export interface Account {
  companyId: number
  userId: number
  passwordHash: string
  /** The password was generated a day ago, at the first start or for somebody who could not get in, and never changed (S19). */
  isPasswordOver: boolean
  /** Somebody else chose it, so it has to be changed before anything else. */
  isPasswordTemporary: boolean
  /** By the clock of the database, in the company's time zone. */
  isWithinHours: boolean
}

/**
 * Searches all companies: a login address is unique across them. Users of companies that are switched off are not
 * found.
 */
export async function findAccount(operator: Db, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.company_id as "companyId", u.id as "userId", u.password_hash as "passwordHash",
           coalesce(u.password_expires_at <= now(), false) as "isPasswordOver",
           u.password_is_temporary as "isPasswordTemporary",
           case when u.work_starts <= u.work_ends then minute between u.work_starts and u.work_ends
                else minute >= u.work_starts or minute <= u.work_ends end as "isWithinHours"
    from address_book a
    join companies c on c.id = a.company_id and c.active
    join users u on u.company_id = a.company_id and u.id = a.target_id and u.archived_at is null
    cross join lateral (select date_trunc('minute', now() at time zone c.timezone)::time as minute) local
    where a.kind = 'login' and a.key = ${email.toLowerCase()}`.execute(operator)
  return rows[0]
}

export async function findOwnPassword(
  ctx: Ctx,
  userId: number,
): Promise<{ email: string; password_hash: string } | undefined> {
  const { rows } = await sql<{ email: string; password_hash: string }>`
    select email, password_hash from users
    where company_id = ${ctx.companyId} and id = ${userId} and archived_at is null`.execute(ctx.db)
  return rows[0]
}

/**
 * Locks the company before the user, as everything that locks both. False: the user has been deleted since the account was
 * read, or their password has been changed, which ends all sessions (S17).
 */
export async function lockForLogin(
  ctx: Ctx,
  { userId, passwordHash }: Pick<Account, 'userId' | 'passwordHash'>,
): Promise<boolean> {
  await recordLogin(ctx)
  const { rows } = await sql`
    select from users
    where company_id = ${ctx.companyId} and id = ${userId} and password_hash = ${passwordHash} and archived_at is null
    for no key update`.execute(ctx.db)
  return rows.length > 0
}

interface NewSession {
  userId: number
  tokenHash: Buffer
  address: string
  userAgent: string
}

export async function insertSession(ctx: Ctx, { userId, tokenHash, address, userAgent }: NewSession): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into sessions (company_id, user_id, token_hash, expires_at, address, user_agent)
    values (${ctx.companyId}, ${userId}, ${tokenHash}, now() + interval '7 days', ${address}, ${userAgent.slice(0, 300)})
    returning id`.execute(ctx.db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a session was not made')
  return id
}

/** Returns the sessions that this has ended. */
export async function endSessionsOf(
  ctx: Pick<Ctx, 'companyId' | 'db'>,
  userId: number,
  reason: EndReason,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update sessions set revoked_at = now(), revoked_reason = ${reason}
    where company_id = ${ctx.companyId} and user_id = ${userId} and revoked_at is null returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

export async function endSession(ctx: Ctx, sessionId: string, reason: EndReason): Promise<void> {
  await sql`
    update sessions set revoked_at = now(), revoked_reason = ${reason}
    where company_id = ${ctx.companyId} and id = ${sessionId} and revoked_at is null`.execute(ctx.db)
}

export async function endAllSessions(ctx: Ctx, reason: EndReason): Promise<void> {
  await sql`
    update sessions set revoked_at = now(), revoked_reason = ${reason}
    where company_id = ${ctx.companyId} and revoked_at is null`.execute(ctx.db)
}

export interface RefreshState {
  userId: number
  tokenHash: Buffer
  previousHash: Buffer | null
  /** The secret was rotated just now, so other tabs may still present the previous one (S15). */
  isFresh: boolean
}

const active = sql`s.revoked_at is null and s.expires_at > now() and u.archived_at is null and c.active`

/** Locks an active session, so that its secret can be compared and changed. */
export async function lockSession(ctx: Ctx, sessionId: string): Promise<RefreshState | undefined> {
  const { rows } = await sql<RefreshState>`
    select s.user_id as "userId", s.token_hash as "tokenHash", s.previous_hash as "previousHash", s.rotated_at > now() - interval '10 seconds' as "isFresh"
    from sessions s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join companies c on c.id = s.company_id
    where s.company_id = ${ctx.companyId} and s.id = ${sessionId} and ${active}
    for update of s`.execute(ctx.db)
  return rows[0]
}

export async function rotateSecret(ctx: Ctx, sessionId: string, tokenHash: Buffer): Promise<void> {
  await sql`
    update sessions set previous_hash = token_hash, token_hash = ${tokenHash}, rotated_at = now(), expires_at = now() + interval '7 days'
    where company_id = ${ctx.companyId} and id = ${sessionId}`.execute(ctx.db)
}

/** Everything that decides what a person may do. */
export interface RightsRow {
  user_id: number
  name: string
  profile: UserActor['profile']
  is_super: boolean
  sees_all_tickets: boolean
  sees_groups: boolean
  manages_connections: boolean
  sees_real_time: boolean
  sees_dashboard: boolean
  queue_ids: number[]
  subscription_expired: boolean
  /** As stored in the plan. */
  features: string[]
  subscription_ends_at: Date | null
  hides_numbers: boolean
}

export interface ActorRow extends RightsRow {
  token_hash: Buffer
  previous_hash: Buffer | null
  is_fresh: boolean
}

const rights = sql`
  u.id as user_id, u.name, u.profile, u.is_super, u.sees_all_tickets, u.sees_groups, u.manages_connections, u.sees_real_time, u.sees_dashboard,
  (select coalesce(jsonb_agg(uq.queue_id), '[]') from user_queues uq
   join queues q on q.company_id = uq.company_id and q.id = uq.queue_id and q.archived_at is null
   where uq.company_id = u.company_id and uq.user_id = u.id) as queue_ids,
  ${isExpired} as subscription_expired, ${endsAt} as subscription_ends_at, p.features,
  coalesce(cs.settings ->> 'lgpdHideNumber' = 'enabled', false) as hides_numbers`

/** The rights of the person of a session, in one query. Undefined: it has ended. */
export async function findActor(ctx: Ctx, sessionId: string): Promise<ActorRow | undefined> {
  const { rows } = await sql<ActorRow>`
    select ${rights}, s.token_hash, s.previous_hash, s.rotated_at > now() - interval '10 seconds' as is_fresh
    from sessions s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join companies c on c.id = s.company_id
    join plans p on p.id = c.plan_id
    left join company_settings cs on cs.company_id = s.company_id
    where s.company_id = ${ctx.companyId} and s.id = ${sessionId} and ${active}`.execute(ctx.db)
  return rows[0]
}

/** The rights of a person, with or without a session. Undefined: they may not log in any more. */
export async function findRights(ctx: Ctx, userId: number): Promise<RightsRow | undefined> {
  const { rows } = await sql<RightsRow>`
    select ${rights}
    from users u
    join companies c on c.id = u.company_id
    join plans p on p.id = c.plan_id
    left join company_settings cs on cs.company_id = u.company_id
    where u.company_id = ${ctx.companyId} and u.id = ${userId} and u.archived_at is null and c.active`.execute(ctx.db)
  return rows[0]
}

export async function isSessionOpen(ctx: Ctx, sessionId: string): Promise<boolean> {
  return (await findActor(ctx, sessionId)) !== undefined
}

/** Sessions that ended more than `days` days ago. The audit log keeps who logged in when. */
export async function removeOldSessions(operator: Db, days: number, most: number): Promise<number> {
  const { rows } = await sql`
    delete from sessions where (company_id, id) in (
      select company_id, id from sessions where coalesce(revoked_at, expires_at) < now() - make_interval(days => ${days}) limit ${most})
    returning id`.execute(operator)
  return rows.length
}
