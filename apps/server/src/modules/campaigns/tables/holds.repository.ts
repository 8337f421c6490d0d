import type { HoldReason } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Hold } from '#modules/sending-guard'
import { type Turn, waitsFor } from './reserve.repository.ts'

/** Whether an earlier campaign still has people who may get their message on this connection. */
export async function isBehindAnother(ctx: Ctx, { campaign_id, connection_id }: Turn): Promise<boolean> {
  const { rows } = await sql`
    select from campaigns p
    join campaign_paces k on k.company_id = p.company_id and k.connection_id = ${connection_id} and k.campaign_id <> p.id
    join campaigns e on e.company_id = k.company_id and e.id = k.campaign_id
    where p.company_id = ${ctx.companyId} and p.id = ${campaign_id} and e.status = 'EM_ANDAMENTO'
      and (e.started_at, e.id) < (p.started_at, p.id) and k.paused_at is null
      and exists (
        select from campaign_recipients r where ${waitsFor(ctx, { campaign_id: sql`e.id`, connection_id })})
    limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** Of which kinds somebody waits for their message on this connection. */
export async function waitingKinds(ctx: Ctx, turn: Turn): Promise<{ has_known: boolean; has_strangers: boolean }> {
  const waits = sql`from campaign_recipients r where ${waitsFor(ctx, turn)}`
  const { rows } = await sql<{ has_known: boolean; has_strangers: boolean }>`
    select exists (select ${waits} and r.is_known) as has_known, exists (select ${waits} and not r.is_known) as has_strangers`.execute(
    ctx.db,
  )
  return rows[0] ?? { has_known: false, has_strangers: false }
}

/** Says why a connection of a campaign does not send now; undefined: it does. True: that is new. */
export async function setHold(ctx: Ctx, turn: Turn, hold: Hold | undefined): Promise<boolean> {
  const { campaign_id, connection_id } = turn
  const { rows } = await sql<{ before: HoldReason | null; ended: Date | null }>`
    update campaign_paces k set held_reason = ${hold?.reason ?? null}, held_until = ${hold?.until ?? null}::timestamptz,
      asked_at = clock_timestamp()
    from (
      select o.held_reason, o.held_until from campaign_paces o
      where o.company_id = ${ctx.companyId} and o.campaign_id = ${campaign_id} and o.connection_id = ${connection_id} for update) b
    where k.company_id = ${ctx.companyId} and k.campaign_id = ${campaign_id} and k.connection_id = ${connection_id}
      and (${hold !== undefined} or b.held_reason is not null)
    returning b.held_reason as before, b.held_until as ended`.execute(ctx.db)
  const [row] = rows
  if (!row) return false
  const reason = hold?.reason ?? null
  await recordHold(ctx, turn, { reason, ended: row.ended })
  return row.before !== reason
}

interface Recorded {
  /** Null: nothing holds it any more. */
  reason: HoldReason | null
  /** Until when the hold before was meant to last. If nobody asked at that time, it has ended then nevertheless. */
  ended: Date | null
}

/** For the report. What people have paused is recorded apart, because a connection can be held besides. */
async function recordHold(ctx: Ctx, { campaign_id, connection_id }: Turn, { reason, ended }: Recorded): Promise<void> {
  await sql`
    with ended as (
      update campaign_holds h set until = greatest(h.since, least(clock_timestamp(), ${ended}::timestamptz))
      where h.company_id = ${ctx.companyId} and h.campaign_id = ${campaign_id} and h.connection_id = ${connection_id}
        and h.until is null and h.reason <> 'person' and h.reason is distinct from ${reason})
    insert into campaign_holds (company_id, campaign_id, connection_id, reason)
    select ${ctx.companyId}, ${campaign_id}, ${connection_id}, o.reason from (select ${reason}::text as reason) o
    where o.reason is not null
    on conflict do nothing`.execute(ctx.db)
}

/** These campaigns have ended or are stopped, so nothing holds them any more. */
export async function endHolds(ctx: Ctx, campaignIds: readonly number[]): Promise<void> {
  if (campaignIds.length === 0) return
  await sql`
    update campaign_holds h set until = greatest(h.since, least(clock_timestamp(), (
      select k.held_until from campaign_paces k
      where k.company_id = h.company_id and k.campaign_id = h.campaign_id and k.connection_id = h.connection_id
        and k.held_reason = h.reason)))
    where h.company_id = ${ctx.companyId} and h.campaign_id = any (${[...campaignIds]}::bigint[]) and h.until is null`.execute(
    ctx.db,
  )
}

/** A person pauses connections of a campaign, or lets them go on; without a connection all. Returns how many it has. */
export async function setPaused(
  ctx: Ctx,
  campaignId: number,
  { connectionId, isPaused }: { connectionId: number | undefined; isPaused: boolean },
): Promise<number> {
  const { rows } = await sql`
    with paced as (
      update campaign_paces set paused_at = case when ${isPaused} then coalesce(paused_at, clock_timestamp()) end,
        asked_at = '-infinity'
      where company_id = ${ctx.companyId} and campaign_id = ${campaignId}
        and (${connectionId ?? null}::bigint is null or connection_id = ${connectionId ?? null})
      returning connection_id, paused_at),
    ended as (
      update campaign_holds h set until = clock_timestamp() from paced k
      where h.company_id = ${ctx.companyId} and h.campaign_id = ${campaignId} and h.connection_id = k.connection_id
        and h.reason = 'person' and h.until is null and k.paused_at is null),
    begun as (
      insert into campaign_holds (company_id, campaign_id, connection_id, reason, since)
      select ${ctx.companyId}, ${campaignId}, k.connection_id, 'person', k.paused_at from paced k where k.paused_at is not null
      on conflict do nothing)
    select connection_id from paced`.execute(ctx.db)
  return rows.length
}

/** What the guard of a connection says has changed: it is asked again at once. Returns the campaigns that it holds. */
export async function askAgain(ctx: Ctx, connectionId: number): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    update campaign_paces k set asked_at = '-infinity' from campaigns p
    where k.company_id = ${ctx.companyId} and k.connection_id = ${connectionId} and k.held_reason is not null
      and p.company_id = k.company_id and p.id = k.campaign_id and p.status = 'EM_ANDAMENTO'
    returning k.campaign_id`.execute(ctx.db)
  return rows.map(({ campaign_id }) => campaign_id)
}
