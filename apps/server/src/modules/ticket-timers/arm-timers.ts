import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'

/** In minutes. A customer who has written something else than a rating, and then nothing more, is read by a person then. */
const readAfter = sql.lit(10)

/** In minutes, for connections that set no time: as long as the customer is asked again (`isRatingOverdue`). */
const longestWait = sql.lit(24 * 60)

/**
 * When the customer of ticket `t` is no longer waited for: neither they nor the company has written for as long as
 * connection `n` waits for a rating.
 */
export const ratingDueAt: RawBuilder<Date> = sql`
  least(t.updated_at + make_interval(mins => coalesce(nullif(n.rating_close_minutes, 0), ${longestWait})),
        case when t.unread_count > 0 then t.updated_at + make_interval(mins => ${readAfter}) end)`

/** In minutes: when inactivity is looked at first. 0: never. */
const firstLook = sql`
  case when n.idle_warning_minutes > 0 and (n.idle_close_minutes > 0 or btrim(coalesce(n.settings ->> 'inactiveMessage', '')) <> '')
    then n.idle_warning_minutes else n.idle_close_minutes end`

/** Nobody has it, and its customer is there: the tickets of an import begin without their customers. */
const waits = sql`
  t.status = 'pending' and t.user_id is null and not t.is_group and n.archived_at is null
  and (t.imported_at is null or t.last_message_at > t.imported_at)`

/**
 * The timers that follow from the state of tickets and from what their connections and queues are set to. `rule`: the
 * settings that they were computed from. Rotation waits by itself for a customer who is in a menu (`bot-timers/rotation.ts`).
 */
const timersOf = (tickets: RawBuilder<unknown>) => sql`
  select t.company_id, t.id as ticket_id, w.kind, w.due_at, w.detail
  from tickets t
  join connections n on n.company_id = t.company_id and n.id = t.connection_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id and q.archived_at is null
  cross join lateral (
    select 'rating' as kind, ${ratingDueAt} as due_at, jsonb_build_object('rule', n.rating_close_minutes) as detail
    where t.status = 'nps'
    union all
    select 'inactivity', now() + make_interval(mins => ${firstLook}),
           jsonb_build_object('rule', n.idle_warning_minutes || '/' || n.idle_close_minutes, 'from', now())
    where t.status = 'open' and not t.is_group and n.archived_at is null and ${firstLook} > 0
    union all
    select 'redirect', t.updated_at + make_interval(mins => n.redirect_minutes), jsonb_build_object('rule', n.redirect_minutes)
    where ${waits} and t.queue_id is null and n.redirect_queue_id is not null and n.redirect_minutes > 0
    union all
    select 'rotation', now(), '{}'::jsonb where ${waits} and q.rotates) as w
  where ${tickets}`

const these = (ctx: Ctx, ticketIds: readonly number[]) =>
  sql`t.company_id = ${ctx.companyId} and t.id = any (${[...ticketIds]}::bigint[])`

/**
 * Sets the timers of tickets that have begun or moved, and removes those that no longer apply; a closed ticket has none.
 * The caller has locked the tickets.
 */
export async function armTimers(ctx: Ctx, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length === 0) return
  const tickets = these(ctx, ticketIds)
  await sql`
    with wanted as materialized (${timersOf(tickets)}),
    gone as (
      delete from ticket_timers x using tickets t
      where ${tickets} and x.company_id = t.company_id and x.ticket_id = t.id
        and (t.status = 'closed' or x.kind in ('rating', 'inactivity', 'redirect', 'rotation'))
        and not exists (select from wanted w where w.ticket_id = x.ticket_id and w.kind = x.kind))
    insert into ticket_timers as x (company_id, ticket_id, kind, due_at, detail)
    select w.company_id, w.ticket_id, w.kind, w.due_at, w.detail from wanted w
    on conflict (company_id, ticket_id, kind) do update
      set set_id = excluded.set_id, due_at = excluded.due_at, detail = excluded.detail, tries = 0, not_before = '-infinity'`.execute(
    ctx.db,
  )
}

/**
 * Follows a change of settings: only timers whose settings have changed are set anew. What an inactivity timer knows of
 * its ticket stays, and so does a rotation that has assigned one. The caller has locked the tickets.
 */
export async function rearmTimers(ctx: Ctx, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length === 0) return
  const tickets = these(ctx, ticketIds)
  await sql`
    with wanted as materialized (${timersOf(tickets)}),
    gone as (
      delete from ticket_timers x using tickets t
      where ${tickets} and x.company_id = t.company_id and x.ticket_id = t.id and x.kind in ('rating', 'inactivity', 'redirect')
        and not exists (select from wanted w where w.ticket_id = x.ticket_id and w.kind = x.kind))
    insert into ticket_timers as x (company_id, ticket_id, kind, due_at, detail)
    select w.company_id, w.ticket_id, w.kind, w.due_at, w.detail from wanted w
    on conflict (company_id, ticket_id, kind) do update
      set set_id = excluded.set_id, due_at = excluded.due_at, detail = x.detail || excluded.detail, tries = 0, not_before = '-infinity'
      where x.detail -> 'rule' is distinct from excluded.detail -> 'rule'`.execute(ctx.db)
}
