import type { Absence } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Our clock and the network's, which tells whole seconds, may differ by so many. What is here already is known by its id. */
const clocks = 120

/**
 * How long a phone was not linked before it was linked as it is now: nobody has told us what was written to it in that time.
 * Undefined where it was never linked here before, or another phone was. What happens to a connection says it alone, so that
 * it counts for whoever runs the session: a code is always noted before anybody can scan it.
 */
export async function findUnlinked(ctx: Ctx, connectionId: number, number: string): Promise<Absence | undefined> {
  const { rows } = await sql<{ since: Date; until: Date }>`
    with events as (
      select id, kind, created_at, detail from connection_events
      where company_id = ${ctx.companyId} and connection_id = ${connectionId}),
    code as (select id, created_at from events where kind = 'qrcode' order by id desc limit 1),
    line as (
      select e.id, e.created_at, e.detail from events e join code on e.id < code.id
      where e.kind = 'connected' order by e.id desc limit 1)
    select date_trunc('second', greatest(line.created_at, coalesce(lost.at, code.created_at) - make_interval(secs => ${clocks}))) as since,
      coalesce(linked.at, now()) as until
    from line cross join code
    cross join lateral (
      select min(e.created_at) as at from events e
      where e.id > line.id and e.id < code.id and e.kind in ('lost', 'stopped', 'ended', 'unlinked')) lost
    cross join lateral (
      select min(e.created_at) as at from events e where e.id > code.id and e.kind in ('pairing', 'connected')) linked
    where line.detail ->> 'number' = ${number}`.execute(ctx.db)
  const [row] = rows
  return row && { since: row.since.toISOString(), until: row.until.toISOString() }
}
