import { channelsThat } from '#channels/facts'
import type { EndReason } from '#channels/whatsapp-web'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { hasFeature } from '#modules/companies'
import { showStatus } from '#modules/connections'
import { leaseTime } from './leases.repository.ts'

const paired = channelsThat(({ linkedBy }) => linkedBy === 'phone')

/** What a session should do: run, be linked again with a new code, be unlinked, or nothing. */
export type Wish = 'open' | 'anew' | 'unlinked' | 'none'

export interface WantedSession {
  companyId: number
  connectionId: number
  wish: Exclude<Wish, 'none'>
  wishNumber: number
  /** The company is not closed and its plan has WhatsApp, or the wish is to unlink the phone. */
  mayRun: boolean
  /** No other process runs it. */
  isFree: boolean
  /** When its last owner renewed the lease; null: it never had an owner. */
  lastSeenAt: Date | null
  /** A comparison with the history of the phone is due. */
  isToCompare: boolean
}

/**
 * Of all companies, without sessions that already wait for a plan with WhatsApp or for a company to be reopened. Sessions with the latest inbound
 * message come first; that query is skipped for sessions that a process runs.
 */
export async function listWantedSessions(operator: Db, owner: string): Promise<WantedSession[]> {
  const { rows } = await sql<{
    company_id: number
    connection_id: number
    wish: Exclude<Wish, 'none'>
    wish_number: number
    may_run: boolean
    is_free: boolean
    last_seen_at: Date | null
    is_to_compare: boolean
  }>`
    select s.company_id, s.connection_id, s.wish, s.wish_number, may_run, coalesce(l.expires_at <= clock_timestamp() or l.owner = ${owner}, true) as is_free,
      l.expires_at - make_interval(secs => ${leaseTime}) as last_seen_at,
      s.compare_at <= clock_timestamp() as is_to_compare
    from whatsapp_sessions s
    join connections n on n.company_id = s.company_id and n.id = s.connection_id
    join companies c on c.id = s.company_id
    join plans p on p.id = c.plan_id
    cross join lateral (select s.wish = 'unlinked' or c.closed_at is null and ${hasFeature('useWhatsapp')} as may_run) allowed
    left join connection_leases l on l.company_id = s.company_id and l.connection_id = s.connection_id
    where s.wish <> 'none' and (may_run or s.end_reason <> 'plan')
    order by case when coalesce(l.expires_at <= clock_timestamp(), true) then
        (select max(v.last_inbound_at) from conversations v where v.company_id = s.company_id and v.connection_id = s.connection_id) end
      desc nulls last, s.connection_id`.execute(operator)
  return rows.map((row) => ({
    companyId: row.company_id,
    connectionId: row.connection_id,
    wish: row.wish,
    wishNumber: row.wish_number,
    mayRun: row.may_run,
    isFree: row.is_free,
    lastSeenAt: row.last_seen_at,
    isToCompare: row.is_to_compare,
  }))
}

/** In seconds. A session also compares after each reconnect (reliability R37). */
const compareEvery = 600

export async function setNextComparison(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`
    update whatsapp_sessions set compare_at = clock_timestamp() + make_interval(secs => ${compareEvery})
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
}

/** Replaces the wish of a session. */
export async function wishSession(ctx: Ctx, connectionId: number, wish: Wish): Promise<void> {
  await sql`
    insert into whatsapp_sessions (company_id, connection_id, wish) values (${ctx.companyId}, ${connectionId}, ${wish})
    on conflict (company_id, connection_id) do update
      set wish = excluded.wish, wish_number = whatsapp_sessions.wish_number + 1, retries = 0`.execute(ctx.db)
}

/** False: there is no session, or it has not started yet. */
export async function hasBegun(ctx: Ctx, connectionId: number): Promise<boolean> {
  const { rows } = await sql`
    select from whatsapp_sessions s join connections n on n.company_id = s.company_id and n.id = s.connection_id
    where s.company_id = ${ctx.companyId} and s.connection_id = ${connectionId}
      and not (s.wish = 'open' and s.end_reason = '' and n.status = 'disconnected')`.execute(ctx.db)
  return rows.length > 0
}

/** Sets the next wish after one was carried out, unless a newer one came meanwhile. */
export async function settleWish(ctx: Ctx, connectionId: number, wishNumber: number, wish: Wish): Promise<void> {
  await sql`
    update whatsapp_sessions set wish = ${wish}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and wish_number = ${wishNumber}`.execute(
    ctx.db,
  )
}

export interface Shown {
  status: 'opening' | 'qrcode' | 'pairing' | 'connected' | 'timeout' | 'disconnected' | 'passkey'
  qrcode: string
  /** How long the code can be scanned. */
  qrcodeSeconds: number
  /** `plan`: the company's plan no longer has WhatsApp, or the company is closed. */
  endReason: Exclude<EndReason, 'refused'> | 'plan' | ''
  retries: number
  /** Number of the paired phone; null: unchanged. */
  number: string | null
}

/** Stands until somebody wants another code. */
const isRefused = sql`(wish in ('unlinked', 'none') and end_reason in ('other_number', 'number_is_official'))`
/** Why a phone is unlinked again that was paired just now. */
export type Refusal = 'other_number' | 'number_is_official'

/**
 * Locks the connection before its session, in the same order as a deletion does, to avoid deadlocks. What the phone of an official
 * number does is no state of its connection. Why a phone was refused stands until the next code. False: the connection is gone.
 */
export async function showSession(ctx: Ctx, connectionId: number, shown: Shown): Promise<boolean> {
  const { status, qrcode, qrcodeSeconds, endReason, retries, number } = shown
  const way = await lockWay(ctx, connectionId)
  if (way?.is_paired) await showStatus(ctx, connectionId, { status, number })
  await sql`
    update whatsapp_sessions set qrcode = ${qrcode}, retries = ${retries},
      end_reason = case when ${isRefused} then end_reason else ${endReason} end,
      official_id = case when ${isRefused} then official_id end,
      moving = case when moving is not null and ${way?.is_paired === false} then ${status === 'connected' ? 'pairing' : status} end,
      compare_at = case when ${status} = 'connected' then clock_timestamp() else compare_at end,
      qrcode_until = case when ${qrcode} <> '' then clock_timestamp() + make_interval(secs => ${qrcodeSeconds}) end
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
  return way !== undefined
}

/** The phone is not the one whose number the connection has, or another connection has it. It is unlinked. */
export async function refuseSession(
  ctx: Ctx,
  connectionId: number,
  { reason, officialId }: { reason: Refusal; officialId: number | null },
): Promise<void> {
  await wishSession(ctx, connectionId, 'unlinked')
  await sql`
    update whatsapp_sessions set end_reason = ${reason}, official_id = ${officialId}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
}

interface Way {
  /** The connection is reached by a phone. */
  is_paired: boolean
  /** It is official, and a phone is being paired that shall reach its number. */
  is_moving: boolean
}

/** Undefined: the connection is gone. */
export async function lockWay(ctx: Ctx, connectionId: number): Promise<Way | undefined> {
  const { rows } = await sql<Way>`
    select n.channel = any (${paired}::text[]) as is_paired,
      n.channel <> all (${paired}::text[]) and exists (
        select from whatsapp_sessions s where s.company_id = n.company_id and s.connection_id = n.id and s.moving is not null) as is_moving
    from connections n where n.company_id = ${ctx.companyId} and n.id = ${connectionId} and n.archived_at is null
    for no key update of n`.execute(ctx.db)
  return rows[0]
}

/** Null: no phone is paired any more. */
export async function setMoving(ctx: Ctx, connectionId: number, moving: 'opening' | null): Promise<void> {
  await sql`
    update whatsapp_sessions set moving = ${moving}, qrcode = '', qrcode_until = null, end_reason = '', official_id = null
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
}

/** Of connections that are reached by a phone now. */
export async function listSessions(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id from whatsapp_sessions s join connections n on n.company_id = s.company_id and n.id = s.connection_id
    where s.company_id = ${ctx.companyId} and n.channel = any (${paired}::text[]) and n.archived_at is null order by n.id`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}
