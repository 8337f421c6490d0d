import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { BrowserKeys } from './encrypt.ts'

export interface SubscriptionRow extends BrowserKeys {
  id: number
  user_id: number
  session_id: string
  endpoint: string
  /** Of the user. */
  language: string
}

/** Browsers of one user. More are unlikely, because a login ends the session in the previous one. */
const mostPerUser = 5
/** Of one company: an upper limit of what one message can cause. */
const mostPerCompany = 500

interface NewSubscription extends BrowserKeys {
  endpoint: string
}

/** A browser that another user of the company has subscribed before is now this user's. */
export async function saveSubscription(
  { actor, companyId, db }: UserCtx,
  { endpoint, p256dh, auth }: NewSubscription,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into push_subscriptions (company_id, user_id, session_id, endpoint, p256dh, auth)
    values (${companyId}, ${actor.userId}, ${actor.sessionId}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (company_id, endpoint) do update
      set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth
    returning id`.execute(db)
  await sql`
    delete from push_subscriptions where company_id = ${companyId} and user_id = ${actor.userId} and id in (
      select id from push_subscriptions where company_id = ${companyId} and user_id = ${actor.userId}
      order by session_id = ${actor.sessionId} desc, id desc offset ${sql.lit(mostPerUser)})`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a subscription was not stored')
  return id
}

/** False: the user has no such subscription. */
export async function removeOwnSubscription({ actor, companyId, db }: UserCtx, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from push_subscriptions where company_id = ${companyId} and id = ${id} and user_id = ${actor.userId}
    returning id`.execute(db)
  return rows.length > 0
}

export async function removeSubscriptions({ companyId, db }: Ctx, ids: readonly number[]): Promise<void> {
  await sql`delete from push_subscriptions where company_id = ${companyId} and id = any (${[...ids]}::bigint[])`.execute(
    db,
  )
}

/** Removes those of sessions that have ended. */
export async function removeEnded({ companyId, db }: Ctx, userId: number): Promise<void> {
  await sql`
    delete from push_subscriptions p using sessions s
    where p.company_id = ${companyId} and p.user_id = ${userId}
      and s.company_id = p.company_id and s.id = p.session_id and s.revoked_at is not null`.execute(db)
}

export async function listSubscriptions({ companyId, db }: Ctx): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select p.id, p.user_id, p.session_id, p.endpoint, p.p256dh, p.auth, u.language
    from push_subscriptions p join users u on u.company_id = p.company_id and u.id = p.user_id
    where p.company_id = ${companyId}
    order by p.id desc limit ${sql.lit(mostPerCompany)}`.execute(db)
  return rows
}

/** The tickets in which customers have written these messages. */
export async function ticketsOfCustomers({ companyId, db }: Ctx, messageIds: readonly number[]): Promise<Set<number>> {
  if (messageIds.length === 0) return new Set()
  const { rows } = await sql<{ ticket_id: number }>`
    select distinct m.ticket_id from messages m
    where m.company_id = ${companyId} and m.id = any (${[...messageIds]}::bigint[])
      and m.ticket_id is not null and not m.from_me and m.origin <> 'import'`.execute(db)
  return new Set(rows.map(({ ticket_id }) => ticket_id))
}
