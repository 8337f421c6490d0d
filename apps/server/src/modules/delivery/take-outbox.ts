import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, recordset, sql } from '#platform/database/sql'
import type { BusyConnection } from './company-lanes.ts'
import { type Capacity, punctual } from './lanes/lane.ts'
import { isFresh, claimSeconds } from './outbox.repository.ts'
import { type ReadEntry, type TakenEntry, readEntries } from './read-entries.ts'
import { priorities } from './lanes/priorities.ts'

interface Wanted {
  /** The capacity of the company, and what this process has left for campaigns. */
  capacity: Capacity & { campaigns: number }
  /**
   * The capacity of idle connections by channel. Connections of other channels wait. `isOwned`: a process may own one
   * of its connections, and sends for it alone then.
   */
  channels: readonly (Capacity & { channel: string; isOwned: boolean })[]
  busy: readonly BusyConnection[]
  /** Connections that need an owning process, and whose owner is this one. */
  served: readonly number[]
}

/**
 * Takes the entries to be sent now: of each conversation the oldest, if it is due and not taken. Their order:
 *
 * - A conversation is as urgent as its most urgent entry, so that an answer does not wait for the turn of an
 *   advertisement before it.
 * - Each connection fills its capacity with the most urgent entries, then the oldest. Automatic messages get only their
 *   part of the capacity.
 * - If the company has less capacity than its connections, they take turns.
 * - Messages of campaigns that are late, because nobody served their connection, leave one at a time, at the pace they were
 *   planned with (`lane.ts`), also if the process is killed between them. What is urgent for another reason does not wait for
 *   that.
 * - Campaigns get what people leave of this process.
 *
 * Entries of deleted connections are taken at once, to fail. Connections that another process serves or that are limited
 * are left out, without counting a try. So are entries that are too old to be sent unasked, and messages whose deletion
 * can still be undone.
 *
 * The statement is planned each time, because a plan cached while the outbox was empty reads all of it for each entry.
 * It is planned without sorting where an index has the order: if the outbox was empty when its statistics were made, the
 * planner expects one row, and would read and sort the outbox of the whole company for each entry.
 */
export async function takeOutbox(ctx: Ctx, wanted: Wanted): Promise<ReadEntry[]> {
  const [, { rows }] = await Promise.all([
    planning('force_custom_plan', 'off').execute(ctx.db),
    takeNext(ctx, wanted).execute(ctx.db),
    planning('auto', 'on').execute(ctx.db),
  ])
  return rows.length === 0 ? [] : readEntries(ctx, rows)
}

const planning = (mode: 'auto' | 'force_custom_plan', sort: 'on' | 'off') =>
  sql`select set_config('plan_cache_mode', ${sql.lit(mode)}, true), set_config('enable_sort', ${sql.lit(sort)}, true)`

const takeNext = (ctx: Ctx, { capacity, channels, busy, served }: Wanted) => sql<TakenEntry>`
  with lane as materialized (
    select n.id, coalesce(b.all, c.all) as all, coalesce(b.automatic, c.automatic) as automatic,
      coalesce(b.is_spacing, false) or exists (
        select from outbox_pauses p
        where p.company_id = n.company_id and p.connection_id = n.id and p.until > clock_timestamp()) as is_spacing,
      ${limited(ctx, 'new_chats')} as refuses_strangers
    from connections n
    join (${recordset(channels, sql`channel text, "all" int, automatic int, "isOwned" boolean`)}) as c on c.channel = n.channel
    left join (${recordset(busy, sql`connection_id bigint, "all" int, automatic int, is_spacing boolean`)}) as b on b.connection_id = n.id
    where n.company_id = ${ctx.companyId} and coalesce(b.all, c.all) > 0
      and (n.archived_at is not null or not c."isOwned" or n.id = any (${[...served]}::bigint[])
           or not exists (select from connection_leases l where l.company_id = n.company_id and l.connection_id = n.id))
      and not ${limited(ctx, 'everything')}),
  waiting as materialized (
    select lane.*, w.*
    from lane cross join lateral (
      (${oldest(ctx, sql`<= ${priorities.user}`, sql`lane.all`)})
      union all
      (${oldest(ctx, automatic(capacity.campaigns), sql`lane.automatic`)})) as w),
  turns as (
    select *, priority > ${priorities.user} as is_automatic,
      row_number() over (partition by id order by priority, urgent_id) as turn,
      row_number() over (partition by id, priority > ${priorities.user} order by priority, urgent_id) as turn_of_kind,
      row_number() over (partition by id, is_spaced order by priority, urgent_id) as spaced_turn,
      bool_or(is_spaced and is_late) over (partition by id) as has_late
    from waiting),
  chosen as (
    select entry_id, priority, turn from (
      select *, row_number() over (partition by is_automatic order by priority, turn) as place,
        row_number() over (partition by priority = ${priorities.campaign} order by turn) as place_of_kind from turns
      where turn <= "all" and (not is_automatic or turn_of_kind <= automatic)
        and (not is_spaced or not has_late or spaced_turn = 1)) as allowed
    where not is_automatic
      or (place <= ${capacity.automatic} and (priority < ${priorities.campaign} or place_of_kind <= ${capacity.campaigns}))
    order by priority, turn limit ${Math.min(capacity.all, batchSize)}),
  due as (
    select o.id from outbox o join chosen on chosen.entry_id = o.id
    where o.company_id = ${ctx.companyId} and (o.taken_until is null or o.taken_until <= clock_timestamp())
    for update of o skip locked),
  taken as (
    update outbox o set taken_until = clock_timestamp() + make_interval(secs => ${claimSeconds}), attempts = o.attempts + 1
    from due where o.company_id = ${ctx.companyId} and o.id = due.id
    returning o.*),
  -- The lane keeps it as well, but only while its process lives.
  paused as (
    insert into outbox_pauses as p (company_id, connection_id, until)
    select ${ctx.companyId}, k.connection_id, clock_timestamp() + make_interval(secs => max(k.spacing))
    from taken k where k.spacing > 0 and k.not_before < clock_timestamp() - make_interval(secs => ${sql.lit(punctual)})
    group by k.connection_id
    on conflict (company_id, connection_id) do update set until = greatest(p.until, excluded.until))
  select k.id, k.action, k.attempts, k.failures, k.error, chosen.priority, k.payload, k.spacing,
    extract(epoch from clock_timestamp() - k.not_before)::float8 as late, k.connection_id, k.conversation_id, k.message_id,
    k.attempts - 1 > k.held as may_have_left, k.attempts - 1 > k.held + k.failures as is_unconfirmed, k.begun_elsewhere
  from taken k join chosen on chosen.entry_id = k.id
  order by chosen.priority, chosen.turn`

/** The most entries that are taken at once. */
export const batchSize = 100

/**
 * The conversations of one connection by their most urgent entry, each with its oldest entry, which is sent first. Each
 * order comes from one index, whatever the statistics say: `outbox_turns` for the connection, `outbox_conversations`
 * for a conversation. No more are looked at than the connection may send. `offset 0` keeps the planner from reading the
 * primary key, which holds all other conversations too.
 */
const oldest = (ctx: Ctx, isOfPriority: RawBuilder<unknown>, most: RawBuilder<unknown>) => sql`
  select o.priority, o.id as urgent_id, first.id as entry_id, ${isSpaced} as is_spaced,
    first.not_before < clock_timestamp() - make_interval(secs => ${sql.lit(punctual)}) as is_late
  from outbox o
  cross join lateral (
    select * from (select e.* ${ofSameConversation} offset 0) as own order by own.id limit 1) as first
  where o.company_id = ${ctx.companyId} and o.connection_id = lane.id and o.priority ${isOfPriority}
    and (select e.id = o.id ${ofSameConversation} limit 1)
    and first.not_before <= clock_timestamp()
    and (first.taken_until is null or first.taken_until <= clock_timestamp())
    and not (lane.refuses_strangers and (
      select s.last_inbound_at is null from conversations s where s.company_id = o.company_id and s.id = o.conversation_id))
    and not (lane.is_spacing and ${isSpaced})
    and (first.action <> 'send' or ${isFresh(sql.ref('first'))} and not ${mayBeDeleted(ctx)})
  order by o.priority, o.id limit least(${most}, ${sql.lit(batchSize)})`

/** Campaigns that get nothing now are not looked at. */
const automatic = (campaigns: number) =>
  campaigns === 0 ? sql`between ${priorities.user + 1} and ${priorities.campaign - 1}` : sql`> ${priorities.user}`

/** It has its turn as a message of a campaign, and another one waits after it. */
const isSpaced = sql<SqlBool>`(o.priority = ${sql.lit(priorities.campaign)} and first.spacing > 0)`

/** Its author has deleted the message, and may undo that for some seconds (docs/adr/0016). Nobody must get it until then. */
const mayBeDeleted = ({ companyId }: Ctx) => sql`coalesce((
  select true from pending_changes p
  where p.company_id = ${companyId} and p.message_id = first.message_id and p.kind = 'delete' limit 1), false)`

const ofSameConversation = sql`
  from outbox e where e.company_id = o.company_id and e.conversation_id = o.conversation_id order by e.priority, e.id`

/** Whether the network currently limits the connection. */
const limited = (ctx: Ctx, scope: 'everything' | 'new_chats') => sql`exists (
  select from connection_limits l
  where l.company_id = ${ctx.companyId} and l.connection_id = n.id and l.is_on and l.until > clock_timestamp() and l.scope = ${scope})`
