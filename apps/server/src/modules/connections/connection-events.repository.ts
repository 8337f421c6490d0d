import type { Absence } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** What happens to a connection, to be told in plain words. */
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

/** `at`: when it happened, where that was not now. */
export async function noteEvent(
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

/** One event for each absence of the line, which grows while more of what was missed comes in. */
export async function noteRecoveredOn(
  ctx: Ctx,
  connections: { id: number; absence: Absence; count: number }[],
): Promise<void> {
  const rows = connections.map(({ id, absence, count }) => ({ id, ...absence, count }))
  await sql`
    with recovered as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id bigint, since text, until text, count int)),
    grown as (
      update connection_events e set detail = jsonb_set(e.detail, '{count}', to_jsonb((e.detail ->> 'count')::int + x.count))
      from recovered x
      where e.company_id = ${ctx.companyId} and e.connection_id = x.id and e.kind = 'recovered' and e.detail ->> 'until' = x.until
      returning x.id, x.until)
    insert into connection_events (company_id, connection_id, kind, detail)
    select ${ctx.companyId}, x.id, 'recovered', jsonb_build_object('since', x.since, 'until', x.until, 'count', x.count)
    from recovered x where not exists (select from grown g where g.id = x.id and g.until = x.until)`.execute(ctx.db)
}

/** The last line that a connection had, and when it was lost; null: nobody has noted that. Undefined: it never had one. */
export async function findLastLine(
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
  const [line] = rows
  return line && { openedAt: line.opened_at, lostAt: line.lost_at }
}
