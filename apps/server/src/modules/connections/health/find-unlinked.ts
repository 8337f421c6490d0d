import type { Absence } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/**
 * Tolerance in seconds between our clock and the network's, which has whole seconds. Messages that are stored already
 * are recognised by their ids.
 */
const clockTolerance = 120

/**
 * The time in which a phone was not linked before its current link, and in which we were not told of its messages.
 * Undefined if it was never linked here before, or if another phone was. Reads only the events of the connection, so
 * every process finds the same; a code is always noted before anybody can scan it.
 */
export async function findUnlinked(ctx: Ctx, connectionId: number, number: string): Promise<Absence | undefined> {
  const { rows } = await sql<{ since: Date; until: Date }>`
    with events as (
      select id, kind, created_at, detail from connection_events
      where company_id = ${ctx.companyId} and connection_id = ${connectionId}),
    code as (select id, created_at from events where kind = 'qrcode' order by id desc limit 1),
    last as (
      select e.id, e.created_at, e.detail from events e join code on e.id < code.id
      where e.kind = 'connected' order by e.id desc limit 1)
    select date_trunc('second', greatest(last.created_at, coalesce(lost.at, code.created_at) - make_interval(secs => ${clockTolerance}))) as since,
      coalesce(linked.at, now()) as until
    from last cross join code
    cross join lateral (
      select min(e.created_at) as at from events e
      where e.id > last.id and e.id < code.id and e.kind in ('lost', 'stopped', 'ended', 'unlinked')) lost
    cross join lateral (
      select min(e.created_at) as at from events e where e.id > code.id and e.kind in ('pairing', 'connected')) linked
    where last.detail ->> 'number' = ${number}`.execute(ctx.db)
  const [row] = rows
  return row && { since: row.since.toISOString(), until: row.until.toISOString() }
}
