import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'

/** How far the places of two tickets are apart whose numbers follow each other. */
const gap = sql.lit(1_000_000)

/** The place of ticket `t`; `p` is its row of `kanban_places`, if somebody has put it somewhere. */
export const placeOf: RawBuilder<number> = sql`coalesce(p.place, t.id * ${gap})`

/** How far above the others a card is put at the top. */
const step = sql.lit(1000)

/** One person after the other puts cards somewhere in a company, so that no two get the same place. */
export async function lockBoard({ companyId, db }: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kanban'), ${companyId})`.execute(db)
}

/** The tickets on the board in a lane; 0: without a kanban tag. */
const inLane = (companyId: number, lane: number) => sql`
  select t.id, ${placeOf} as place from tickets t
  left join kanban_places p on p.company_id = t.company_id and p.ticket_id = t.id
  where t.company_id = ${companyId} and t.status in ('open', 'pending')
    and case when ${lane}::bigint = 0 then not exists (
      select from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.is_kanban
      where tt.company_id = t.company_id and tt.ticket_id = t.id)
    else exists (select from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = ${lane}) end`

export async function putAtTop(ctx: Ctx, ticketId: number, lane: number): Promise<void> {
  const { companyId, db } = ctx
  await sql`
    insert into kanban_places (company_id, ticket_id, place)
    select ${companyId}, ${ticketId}, coalesce(max(c.place) + ${step}, ${ticketId}::bigint * ${gap})
    from (${inLane(companyId, lane)}) c where c.id <> ${ticketId}
    on conflict (company_id, ticket_id) do update set place = excluded.place`.execute(db)
}

/** `gone`: the other card is not in the lane. `noRoom`: there is none below it. */
export async function putBelow(
  { companyId, db }: Ctx,
  ticketId: number,
  { lane, belowId }: { lane: number; belowId: number },
): Promise<'put' | 'gone' | 'noRoom'> {
  const { rows } = await sql<{ is_there: boolean; is_put: boolean }>`
    with cards as materialized (${inLane(companyId, lane)}),
    above as (select place, id from cards where id = ${belowId}),
    below as (
      select c.place from cards c, above a where c.id <> ${ticketId} and (c.place, c.id) < (a.place, a.id)
      order by c.place desc, c.id desc limit 1),
    put as (
      insert into kanban_places (company_id, ticket_id, place)
      select ${companyId}, ${ticketId}, b.place + (a.place - b.place) / 2
      from above a cross join (select coalesce((select place from below), (select place - 2 * ${step} from above)) as place) b
      where a.place - b.place > 1
      on conflict (company_id, ticket_id) do update set place = excluded.place
      returning ticket_id)
    select exists (select from above) as is_there, exists (select from put) as is_put`.execute(db)
  const [found] = rows
  if (!found?.is_there) return 'gone'
  return found.is_put ? 'put' : 'noRoom'
}

/** Gives all cards of a lane places that are far enough apart, in the same order. */
export async function spreadOut({ companyId, db }: Ctx, lane: number): Promise<void> {
  await sql`
    with cards as (${inLane(companyId, lane)}),
    ordered as (select id, max(place) over () as top, row_number() over (order by place desc, id desc) as nth from cards)
    insert into kanban_places (company_id, ticket_id, place)
    select ${companyId}, id, top - (nth - 1) * ${gap} from ordered
    on conflict (company_id, ticket_id) do update set place = excluded.place`.execute(db)
}

export async function readPlaces({ companyId, db }: Ctx, ticketIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ ticket_id: number; place: number }>`
    select ticket_id, place from kanban_places where company_id = ${companyId} and ticket_id = any (${[...ticketIds]}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ ticket_id, place }) => [ticket_id, place]))
}

export async function forgetPlace({ companyId, db }: Ctx, ticketId: number): Promise<void> {
  await sql`delete from kanban_places where company_id = ${companyId} and ticket_id = ${ticketId}`.execute(db)
}
