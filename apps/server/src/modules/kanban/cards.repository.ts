import type { StoredChannel } from '@guiche/channel'
import { type TicketStatus, limits } from '@guiche/contract'
import type { Ctx, UserActor, UserCtx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { inQueues } from '#modules/tickets'
import { servedIsSeen, ticketIsSeen } from '#modules/visibility'
import { placeOf } from './places.repository.ts'

export interface CardRow {
  id: number
  uuid: string
  status: TicketStatus
  is_group: boolean
  unread_count: number
  last_message: string
  last_message_at: Date
  last_from_me: boolean
  user_id: number | null
  user_name: string | null
  queue_id: number | null
  queue_name: string | null
  queue_color: string | null
  channel: StoredChannel
  contact_id: number
  contact_name: string
  contact_phone: string | null
  contact_email: string
  lanes: { id: number; name: string; color: string; kanban: number }[] | null
  place: number
}

interface CardFilter {
  queueIds?: number[] | undefined
  searchParam: string
}

type Condition = RawBuilder<SqlBool>

/** The actor sees the ticket `t` on the board. */
const isShown = (actor: UserActor): Condition => sql<SqlBool>`
  (t.status = 'pending' and ${ticketIsSeen(actor)} or t.status = 'open' and ${servedIsSeen(actor)})`

/** Only tickets with kanban tags have a lane of their own; a campaign may have put another tag on a ticket. */
const laneTags = sql`
  select tt.tag_id as id from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.is_kanban
  where tt.company_id = t.company_id and tt.ticket_id = t.id`

const isInLane = (lane: number): Condition =>
  lane === 0
    ? sql<SqlBool>`not exists (${laneTags})`
    : sql<SqlBool>`exists (select from (${laneTags}) as l where l.id = ${lane})`

/** By contact, or by the number of the ticket. Who reads no numbers finds nothing by a digit (S67). */
function isFound(actor: UserActor, text: string): Condition {
  if (text === '') return sql<SqlBool>`true`
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  const isTicket = sql<SqlBool>`t.id = ${number ?? null}::bigint`
  if (actor.numbersMasked && /\d/.test(text)) return sql<SqlBool>`coalesce(${isTicket}, false)`
  const term = /^[\d\s()+-]+$/.test(text) ? text.replaceAll(/\D/g, '') : text
  return sql<SqlBool>`(coalesce(${isTicket}, false) or exists (
    select from contacts f where f.company_id = t.company_id and f.id = t.contact_id
      and ${actor.numbersMasked ? sql`fold(f.name)` : sql`f.search_key`} like like_anywhere(${term})))`
}

const matching = ({ companyId, actor }: UserCtx, { queueIds, searchParam }: CardFilter): Condition => sql<SqlBool>`
  t.company_id = ${companyId} and ${isShown(actor)}
  and ${queueIds ? inQueues(actor, queueIds) : sql<SqlBool>`true`} and ${isFound(actor, searchParam)}`

/** Reads the cards of the tickets that `chosen` selects with their places; only these rows are joined. */
async function readCards<Row extends CardRow>(
  { companyId, db }: Ctx,
  chosen: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with chosen as materialized (${chosen}),
    lanes as materialized (
      select tt.ticket_id, json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color, 'kanban', 1) order by g.name) as lanes
      from chosen join ticket_tags tt on tt.company_id = ${companyId} and tt.ticket_id = chosen.id
      join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.is_kanban
      group by tt.ticket_id)
    select t.id, t.uuid, t.status, t.is_group, t.unread_count, t.last_message, t.last_message_at, t.last_from_me, t.user_id, u.name as user_name,
           t.queue_id, q.name as queue_name, q.color as queue_color, n.channel,
           t.contact_id, c.name as contact_name, c.phone as contact_phone, c.email as contact_email,
           lanes.lanes, chosen.place${more}
    from chosen join tickets t on t.company_id = ${companyId} and t.id = chosen.id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections n on n.company_id = t.company_id and n.id = t.connection_id
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join lanes on lanes.ticket_id = t.id
    order by chosen.place desc, t.id desc`.execute(db)
  return rows
}

/** One more than asked for, if there are more. */
const page = (ctx: UserCtx, conditions: Condition, most: number) => sql`
  select t.id, ${placeOf} as place from tickets t
  left join kanban_places p on p.company_id = t.company_id and p.ticket_id = t.id
  where ${conditions} order by place desc, t.id desc limit ${sql.lit(most + 1)}`

interface CardPage {
  cards: CardRow[]
  hasMore: boolean
}

export async function pageOfLane(
  ctx: UserCtx,
  { lane, after, ...filter }: CardFilter & { lane: number; after?: string | undefined },
): Promise<CardPage> {
  const [place, id] = (after ?? '').split('.')
  const isBelow = after ? sql<SqlBool>`(${placeOf}, t.id) < (${place}::bigint, ${id}::bigint)` : sql<SqlBool>`true`
  const conditions = sql<SqlBool>`${matching(ctx, filter)} and ${isInLane(lane)} and ${isBelow}`
  return cut(await readCards(ctx, page(ctx, conditions, limits.cardsPerPage)), limits.cardsPerPage)
}

export const wholeBoard = async (ctx: UserCtx, filter: CardFilter): Promise<CardPage> =>
  cut(await readCards(ctx, page(ctx, matching(ctx, filter), limits.boardCards)), limits.boardCards)

const cut = (cards: CardRow[], most: number): CardPage => ({
  cards: cards.slice(0, most),
  hasMore: cards.length > most,
})

/** How many cards are in each lane, by the id of its tag; 0 for those without one. */
export async function countCards(ctx: UserCtx, filter: CardFilter): Promise<Map<number, number>> {
  const { rows } = await sql<{ lane: number; count: number }>`
    with shown as materialized (select t.company_id, t.id from tickets t where ${matching(ctx, filter)})
    select coalesce(l.id, 0) as lane, count(*) as count from shown t left join lateral (${laneTags}) as l on true
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ lane, count }) => [lane, count]))
}

/** The card of a ticket, wherever it is. */
export async function findCard(ctx: Ctx, ticketId: number): Promise<CardRow | undefined> {
  const [card] = await readCards(
    ctx,
    sql`
      select t.id, ${placeOf} as place from tickets t
      left join kanban_places p on p.company_id = t.company_id and p.ticket_id = t.id
      where t.company_id = ${ctx.companyId} and t.id = ${ticketId}`,
  )
  return card
}
