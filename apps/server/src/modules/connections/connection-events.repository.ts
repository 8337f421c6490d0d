import type { Absence } from '@guiche/channel'
import type { ConnectionNotice } from '@guiche/contract'
import { channelsThat } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { type Db, recordset, sql } from '#platform/database/sql'

const paired = channelsThat((facts) => facts.linkedBy !== 'nothing')

/** The history of a connection, which people read in the panel. */
export type EventKind =
  | 'opening'
  | 'qrcode'
  | 'pairing'
  | 'connected'
  | 'lost'
  | 'stopped'
  | 'ended'
  | 'unlinked'
  | 'recovered'
  | 'limited'
  | 'resumed'
  | 'notice'
  | 'moved'

/** `at`: when it happened, if not now. */
export async function recordEvent(
  ctx: Ctx,
  connectionId: number,
  kind: EventKind,
  { detail = {}, at }: { detail?: Record<string, string | number> | undefined; at?: Date } = {},
): Promise<void> {
  await sql`
    insert into connection_events (company_id, connection_id, kind, detail, created_at)
    values (${ctx.companyId}, ${connectionId}, ${kind}, ${JSON.stringify(detail)}::jsonb, coalesce(${at ?? null}, now()))`.execute(
    ctx.db,
  )
}

/**
 * What the network says about a connection that goes on. Networks repeat themselves: the same again is no news, or only after
 * `newsAfter` (in ms), if nobody says when it has passed.
 */
export async function recordNotice(
  ctx: Ctx,
  connectionId: number,
  { about, value, details }: ConnectionNotice,
  { newsAfter }: { newsAfter?: number } = {},
): Promise<void> {
  // The same may be told twice at once.
  await sql`select from connections where company_id = ${ctx.companyId} and id = ${connectionId} for no key update`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ value: string | null }>`
    select detail ->> 'value' as value from connection_events
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and kind = 'notice' and detail ->> 'about' = ${about}
      and (${newsAfter ?? null}::float8 is null or created_at > now() - make_interval(secs => ${newsAfter ?? null}::float8 / 1000))
    order by id desc limit 1`.execute(ctx.db)
  const [last] = rows
  if (last && last.value === value) return
  const detail = { about, ...(value !== null && { value }), ...(details !== undefined && { details }) }
  await recordEvent(ctx, connectionId, 'notice', { detail })
  ctx.emit('connection.saved', { connectionId })
}

/** Keeps one event per absence, and adds to its count while missed messages arrive. */
export async function recordRecoveredOn(
  ctx: Ctx,
  connections: { id: number; absence: Absence; count: number }[],
): Promise<void> {
  const rows = connections.map(({ id, absence, count }) => ({ id, ...absence, count }))
  await sql`
    with recovered as (
      ${recordset(rows, sql`id bigint, since text, until text, "isGap" boolean, count int`)}),
    grown as (
      update connection_events e set detail = jsonb_set(e.detail, '{count}', to_jsonb((e.detail ->> 'count')::int + x.count))
      from recovered x
      where e.company_id = ${ctx.companyId} and e.connection_id = x.id and e.kind = 'recovered' and e.detail ->> 'until' = x.until
      returning x.id, x.until)
    insert into connection_events (company_id, connection_id, kind, detail)
    select ${ctx.companyId}, x.id, 'recovered', jsonb_strip_nulls(jsonb_build_object('since', x.since, 'until', x.until, 'isGap', x."isGap", 'count', x.count))
    from recovered x where not exists (select from grown g where g.id = x.id and g.until = x.until)`.execute(ctx.db)
}

/**
 * When the connection was last online, and when it went offline after that; null if no event says so. Undefined if it
 * was never online.
 */
export async function findLastConnected(
  ctx: Ctx,
  connectionId: number,
): Promise<{ openedAt: Date; lostAt: Date | null } | undefined> {
  const { rows } = await sql<{ opened_at: Date; lost_at: Date | null }>`
    select o.created_at as opened_at,
      (select min(e.created_at) from connection_events e
       where e.company_id = o.company_id and e.connection_id = o.connection_id and e.id > o.id
         and e.kind in ('lost', 'stopped', 'ended', 'unlinked')) as lost_at
    from connection_events o
    where o.company_id = ${ctx.companyId} and o.connection_id = ${connectionId} and o.kind = 'connected'
    order by o.id desc limit 1`.execute(ctx.db)
  const [last] = rows
  return last && { openedAt: last.opened_at, lostAt: last.lost_at }
}

/**
 * Since when the phone that was linked last has been linked without another one in between, in whole seconds, as
 * networks tell time.
 */
export async function findLinkedSince(ctx: Ctx, connectionId: number): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    with links as (
      select id, created_at, detail ->> 'number' as number from connection_events
      where company_id = ${ctx.companyId} and connection_id = ${connectionId} and kind = 'connected')
    select date_trunc('second', min(created_at)) as since from links
    where id > coalesce((
      select max(id) from links where number is distinct from (select number from links order by id desc limit 1)), 0)`.execute(
    ctx.db,
  )
  return rows[0]?.since ?? null
}

/** An expired code or a demanded passkey does not change the state: the connection was not online then. */
const changesState = sql`(kind in ('connected', 'lost', 'stopped', 'unlinked')
  or kind = 'ended' and detail ->> 'reason' not in ('qr_expired', 'passkey'))`

interface StateRow {
  connection_id: number
  kind: EventKind | null
  created_at: Date | null
}

/** For each connection that is linked, its changes of state within `span` (in ms), in order, and the last ones before that. */
export async function listStateChanges(ctx: Ctx, span: number): Promise<{ now: Date; changes: StateRow[] }> {
  const { rows } = await sql<StateRow & { now: Date }>`
    with bounds as (select now() as now, now() - make_interval(secs => ${span / 1000}) as since)
    select n.id as connection_id, e.kind, e.created_at, b.now
    from connections n cross join bounds b
    left join lateral (
      (select kind, created_at, id from connection_events
       where company_id = ${ctx.companyId} and connection_id = n.id and created_at < b.since and kind = 'connected'
       order by id desc limit 1)
      union all
      (select kind, created_at, id from connection_events
       where company_id = ${ctx.companyId} and connection_id = n.id and created_at < b.since and ${changesState} and kind <> 'connected'
       order by id desc limit 1)
      union all
      select kind, created_at, id from connection_events
      where company_id = ${ctx.companyId} and connection_id = n.id and created_at >= b.since and ${changesState}) e on true
    where n.company_id = ${ctx.companyId} and n.channel = any (${paired}) and n.archived_at is null
    order by n.id, e.created_at, e.id`.execute(ctx.db)
  return { now: rows[0]?.now ?? new Date(), changes: rows }
}

interface LimitRow {
  connection_id: number
  since: Date
  until: Date
}

/**
 * When networks forbade these connections to send or to start talks: until a time that they name, unless they lift it
 * before, or name another one.
 */
export async function listLimits(ctx: Ctx, connectionIds: readonly number[], since: Date): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select e.connection_id, e.created_at as since,
      least((e.detail ->> 'until')::timestamptz, (
        select min(o.created_at) from connection_events o
        where o.company_id = e.company_id and o.connection_id = e.connection_id and o.id > e.id
          and o.kind in ('limited', 'resumed'))) as until
    from connection_events e
    where e.company_id = ${ctx.companyId} and e.connection_id = any (${[...connectionIds]}::bigint[])
      and e.kind = 'limited' and (e.detail ->> 'until')::timestamptz > ${since}
    order by e.id`.execute(ctx.db)
  return rows
}

/** The events that people see, newest first. Without repeated attempts to connect, which say nothing new. */
export type ToldEventKind = Exclude<EventKind, 'opening' | 'pairing'>

export interface EventRow {
  id: number
  kind: ToldEventKind
  detail: Record<string, unknown>
  /** How long the connection was offline before this event; null for other events. */
  seconds_away: number | null
  created_at: Date
}

export async function listEvents(
  ctx: Ctx,
  connectionId: number,
  { before, most }: { before: number | undefined; most: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    with told as (
      select id, kind, detail, created_at from connection_events
      where company_id = ${ctx.companyId} and connection_id = ${connectionId} and (${before ?? null}::bigint is null or id < ${before ?? null})
        and kind not in ('opening', 'pairing') and coalesce((detail ->> 'attempt')::int, 1) <= 1
      order by id desc limit ${sql.lit(most)})
    select t.*, case when t.kind = 'connected' then (
        select round(extract(epoch from t.created_at - min(l.created_at)))::int from connection_events l
        where l.company_id = ${ctx.companyId} and l.connection_id = ${connectionId} and l.id < t.id and l.kind in ('lost', 'stopped', 'ended', 'unlinked')
          and l.id > (select max(c.id) from connection_events c
                      where c.company_id = ${ctx.companyId} and c.connection_id = ${connectionId} and c.id < t.id and c.kind = 'connected'))
      end as seconds_away
    from told t order by t.id desc`.execute(ctx.db)
  return rows
}

/** In days. */
const kept = 90

/**
 * Removes old events. Keeps each connection's last `connected` event and everything after it, from which its state is
 * known.
 */
export async function removeOldEvents(operator: Db, most: number): Promise<number> {
  const { rows } = await sql`
    delete from connection_events where (company_id, id) in (
      select e.company_id, e.id from connection_events e
      where e.created_at < now() - make_interval(days => ${kept})
        and e.id < (select max(c.id) from connection_events c
                    where c.company_id = e.company_id and c.connection_id = e.connection_id and c.kind = 'connected')
      limit ${most})
    returning id`.execute(operator)
  return rows.length
}
