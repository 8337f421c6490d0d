import { type TicketFilter, limits } from '@guiche/contract'
import type { z } from 'zod'
import type { UserActor, UserCtx } from '#platform/context'
import { hurry } from '#platform/database/hurry'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { seesWithoutQueue, viewerParameters, ticketIsSeen } from '#modules/visibility'
import { type FoundPart, foundPart } from './found-text.ts'
import { type TicketRow, selectTickets } from './tickets.repository.ts'

type Filter = z.output<typeof TicketFilter>
type Condition = RawBuilder<SqlBool>

export interface ListedTicketRow extends TicketRow {
  /** The message that a search has found in its conversation. */
  found?: FoundPart | null
}

export interface TicketPage {
  tickets: ListedTicketRow[]
  count: number
  hasMore: boolean
}

/** A page of one of the lists (docs/requirements/workspace.md, sections 2, 4 and 6). */
export async function listTickets(ctx: UserCtx, filter: Filter): Promise<TicketPage> {
  if (filter.withUnreadMessages) return page(ctx, filter, [ticketIsSeen(ctx.actor), unread(ctx.actor)], newestFirst)
  if (filter.status === 'search' || (filter.status === undefined && filter.searchParam.length >= limits.searchLetters))
    return searchTickets(ctx, filter)
  return page(ctx, filter, conditionsOf(ctx.actor, filter), orderOf(filter))
}

/** The rows of a page, without their count. */
export const readListed = (ctx: UserCtx, filter: Filter): Promise<TicketRow[]> =>
  selectPage(ctx, filter, whereOf(ctx, conditionsOf(ctx.actor, filter)), orderOf(filter))

const conditionsOf = (actor: UserActor, filter: Filter): Condition[] => [
  ticketIsSeen(actor),
  ...listConditions(actor, filter),
  ...filterConditions(actor, filter),
]

const whereOf = ({ companyId }: UserCtx, conditions: Condition[]) =>
  sql.join([sql<SqlBool>`t.company_id = ${companyId}`, ...conditions], sql` and `)

const selectPage = (ctx: UserCtx, filter: Filter, where: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  selectTickets(ctx, sql`select t.id from tickets t where ${where} order by ${order} ${pageOf(filter)}`, order)

async function page(
  ctx: UserCtx,
  filter: Filter,
  conditions: Condition[],
  order: RawBuilder<unknown>,
): Promise<TicketPage> {
  const where = whereOf(ctx, conditions)
  // Both queries go in one round trip.
  const [tickets, counted] = await Promise.all([
    selectPage(ctx, filter, where, order),
    countTickets(ctx, where, filter.status !== 'closed' && filter.status !== 'search'),
  ])
  const known = (filter.pageNumber - 1) * limits.ticketsPerPage + Math.min(tickets.length, limits.ticketsPerPage)
  return {
    tickets: tickets.slice(0, limits.ticketsPerPage),
    count: tickets.length > 0 ? Math.max(counted, known) : counted,
    hasMore: tickets.length > limits.ticketsPerPage,
  }
}

/** The limit is a literal and not a parameter: for an unknown limit the planner prefers to sort all rows. */
function pageOf({ pageNumber }: Filter): RawBuilder<unknown> {
  const size = sql`limit ${sql.lit(limits.ticketsPerPage + 1)}`
  return pageNumber === 1 ? size : sql`${size} offset ${(pageNumber - 1) * limits.ticketsPerPage}`
}

/** Closed tickets and search results are counted up to 1000 only, to keep the count cheap. */
async function countTickets(ctx: UserCtx, where: RawBuilder<unknown>, isExact: boolean): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from (select 1 from tickets t where ${where} limit ${sql.lit(isExact ? 100_000 : 1000)}) counted`.execute(
    ctx.db,
  )
  return rows[0]?.count ?? 0
}

/** The open list shows a user's own tickets. Admins can ask for all of them. */
function listConditions(actor: UserActor, { status, showAll }: Filter): Condition[] {
  const all = showAll && actor.profile === 'admin'
  switch (status ?? 'open') {
    case 'open':
      return [sql<SqlBool>`t.status = 'open'`, ...(all ? [] : [sql<SqlBool>`t.user_id = ${actor.userId}`])]
    case 'pending':
      return [sql<SqlBool>`t.status in ('pending', 'lgpd')`]
    case 'group':
      return [sql<SqlBool>`t.status = 'group'`]
    case 'closed':
      return [sql<SqlBool>`t.status = 'closed' and t.is_latest`]
    case 'search':
      return []
  }
}

function filterConditions(actor: UserActor, filter: Filter): Condition[] {
  return [
    ...(filter.queueIds ? [inQueues(actor, filter.queueIds)] : []),
    ...(filter.tags.length > 0
      ? [
          sql<SqlBool>`exists (select from contact_tags ct where ct.company_id = t.company_id and ct.contact_id = t.contact_id and ct.tag_id = any (${filter.tags}::bigint[]))`,
        ]
      : []),
    ...(filter.users.length > 0 && actor.profile === 'admin'
      ? [sql<SqlBool>`t.user_id = any (${filter.users}::bigint[])`]
      : []),
    ...(filter.whatsapps.length > 0 ? [sql<SqlBool>`t.connection_id = any (${filter.whatsapps}::bigint[])`] : []),
    ...(filter.statusFilter.length > 0 ? [sql<SqlBool>`t.status = any (${filter.statusFilter}::text[])`] : []),
    ...(filter.date ? [onDay(actor, sql`t.created_at`, filter.date)] : []),
    ...(filter.updatedAt ? [onDay(actor, sql`t.updated_at`, filter.updatedAt)] : []),
  ]
}

/**
 * A filter by queues also lists the tickets without a queue: all of them for users who see those, otherwise the user's
 * own and groups. The id 0 stands for "no queue".
 */
export function inQueues(actor: UserActor, queueIds: number[]): Condition {
  const listed = sql<SqlBool>`t.queue_id = any (${queueIds.filter((id) => id > 0)}::bigint[])`
  if (seesWithoutQueue(actor) || queueIds.includes(0)) return sql<SqlBool>`(${listed} or t.queue_id is null)`
  return sql<SqlBool>`(${listed} or (t.queue_id is null and (t.user_id = ${actor.userId} or t.is_group)))`
}

/** Matches the day from midnight to midnight in the company's time zone. */
function onDay({ companyId }: UserActor, column: RawBuilder<unknown>, day: string): Condition {
  const zone = sql`(select timezone from companies where id = ${companyId})`
  return sql<SqlBool>`${column} >= ${day}::date::timestamp at time zone ${zone} and ${column} < (${day}::date + 1)::timestamp at time zone ${zone}`
}

/** Somebody else has transferred the ticket to the user, or to a queue of theirs. */
const isTransferredTo = ({ userId, queueIds }: UserActor): Condition => sql<SqlBool>`(
  t.transferred_at is not null and t.transferred_by is distinct from ${userId}::bigint
  and (t.user_id = ${userId} or (t.user_id is null and t.queue_id = any (${[...queueIds]}::bigint[]))))`

/** Tickets for the bell: the user's own, those that wait for a person, and groups, if unread or just transferred to them. */
const unread = (actor: UserActor): Condition =>
  sql<SqlBool>`(t.unread_count > 0 or ${isTransferredTo(actor)}) and t.status in ('open', 'pending', 'lgpd', 'group') and (t.user_id = ${actor.userId} or t.status = 'group' or t.status in ('pending', 'lgpd') and not (t.user_id is null and t.bot @> '{"isBot": true}'))`

const newestFirst = sql`t.last_message_at desc, t.id desc`

/** The closed list is long and needs an order that its index has, as has that by the wait. Others are few enough to sort. */
function orderOf({ status, sort }: Filter): RawBuilder<unknown> {
  if (status === 'closed') return sql`t.closed_at desc, t.id desc`
  return sort === 'longestWait' ? sql`t.waiting_since nulls last, ${newestFirst}` : newestFirst
}

/**
 * Searches by the ticket's number, contacts and messages. `search_tickets` bypasses row-level security and checks itself
 * what the viewer may see.
 */
async function searchTickets(ctx: UserCtx, filter: Filter): Promise<TicketPage> {
  const { actor } = ctx
  const conditions = [
    sql<SqlBool>`t.company_id = ${ctx.companyId}`,
    ticketIsSeen(actor),
    ...filterConditions(actor, filter),
  ]
  const number = numberIn(filter.searchParam)
  const isLong = filter.searchParam.length >= limits.searchLetters
  if (!isLong && number === undefined) return page(ctx, filter, [...conditions, sql<SqlBool>`t.is_latest`], newestFirst)
  const most = Math.min(filter.pageNumber * limits.ticketsPerPage + 1, 1000)
  const [, tickets] = await Promise.all([
    hurry(ctx),
    selectTickets<ListedTicketRow>(
      ctx,
      sql`select t.id, found.position, found.message_id
          from (
            select ${number ?? null}::bigint as ticket_id, null::bigint as message_id, 0::bigint as position
            union all
            select s.ticket_id, s.message_id, s.position
            from search_tickets(${filter.searchParam.toLowerCase()}, ${!actor.numbersMasked}, ${viewerParameters(actor)}, ${most})
                 with ordinality as s (ticket_id, message_id, position)
            where s.ticket_id is distinct from ${number ?? null}::bigint) found
          join tickets t on t.company_id = ${ctx.companyId} and t.id = found.ticket_id
          where ${sql.join(conditions, sql` and `)}
          order by found.position ${pageOf(filter)}`,
      sql`chosen.position`,
      sql`, (select ${foundPart} from messages m where m.company_id = t.company_id and m.id = chosen.message_id) as found`,
    ),
  ])
  const hasMore = tickets.length > limits.ticketsPerPage
  const shown = tickets.slice(0, limits.ticketsPerPage)
  return { tickets: shown, count: (filter.pageNumber - 1) * limits.ticketsPerPage + shown.length, hasMore }
}

/** The number of a ticket, as the screen shows it or without its sign. */
function numberIn(text: string): number | undefined {
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
