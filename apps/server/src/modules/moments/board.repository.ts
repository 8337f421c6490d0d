import type { StoredChannel } from '@guiche/channel'
import { type QueueRef, type TicketStatus, limits } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { servedIsSeen, ticketIsSeen } from '#modules/visibility'

export interface AttendantRow {
  id: number
  name: string
  avatar_key: string | null
  queues: QueueRef[]
  open_tickets: number
}

/** Everybody of the company. */
export async function findAttendants({ companyId, db }: Ctx): Promise<AttendantRow[]> {
  const { rows } = await sql<AttendantRow>`
    select u.id, u.name, f.storage_key as avatar_key,
           (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.position, q.id), '[]')
            from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id and q.archived_at is null
            where uq.company_id = u.company_id and uq.user_id = u.id) as queues,
           (select count(*) from tickets t where t.company_id = u.company_id and t.status = 'open' and t.user_id = u.id) as open_tickets
    from users u left join files f on f.company_id = u.company_id and f.id = u.avatar_file_id
    where u.company_id = ${companyId} and u.archived_at is null order by fold(u.name), u.id`.execute(db)
  return rows
}

/** How many open tickets those have who have one of these tickets, or had one of them. */
export async function countOpenTickets(
  { companyId, db }: Ctx,
  { ticketIds, formerOwners }: { ticketIds: number[]; formerOwners: number[] },
): Promise<{ id: number; open_tickets: number }[]> {
  const { rows } = await sql<{ id: number; open_tickets: number }>`
    select u.id,
           (select count(*) from tickets t where t.company_id = u.company_id and t.status = 'open' and t.user_id = u.id) as open_tickets
    from users u where u.company_id = ${companyId} and u.archived_at is null
      and (u.id = any (${formerOwners}::bigint[])
           or u.id in (select t.user_id from tickets t where t.company_id = ${companyId} and t.id = any (${ticketIds}::bigint[])))`.execute(
    db,
  )
  return rows
}

/** How many tickets of each queue are being served; queues without any are left out. */
export async function countServed({ companyId, db }: Ctx): Promise<{ id: number; served: number }[]> {
  const { rows } = await sql<{ id: number; served: number }>`
    select t.queue_id as id, count(*) as served from tickets t
    where t.company_id = ${companyId} and t.status = 'open' and t.queue_id is not null
    group by t.queue_id`.execute(db)
  return rows
}

/** The same for the queues that one of these tickets is in, or was in. */
export async function countServedOf(
  { companyId, db }: Ctx,
  { ticketIds, formerQueues }: { ticketIds: number[]; formerQueues: number[] },
): Promise<{ id: number; served: number }[]> {
  const { rows } = await sql<{ id: number; served: number }>`
    select q.id, count(t.id) as served
    from queues q
    left join tickets t on t.company_id = q.company_id and t.status = 'open' and t.queue_id = q.id
    where q.company_id = ${companyId} and q.archived_at is null
      and (q.id = any (${formerQueues}::bigint[])
           or q.id in (select m.queue_id from tickets m where m.company_id = ${companyId} and m.id = any (${ticketIds}::bigint[])))
    group by q.id`.execute(db)
  return rows
}

export interface MomentsRow {
  id: number
  uuid: string
  status: TicketStatus
  user_id: number | null
  queue_id: number | null
  queue_name: string | null
  queue_color: string | null
  is_bot: boolean
  waiting_since: Date | null
  contact_id: number
  contact_name: string
  contact_picture: string | null
  channel: StoredChannel
  /** Of all tickets, also those beyond the limit. */
  total: number
}

export const readServed = (ctx: UserCtx): Promise<MomentsRow[]> =>
  readTickets(ctx, sql<SqlBool>`t.status = 'open' and ${servedIsSeen(ctx.actor)}`)

export const readWaiting = (ctx: UserCtx): Promise<MomentsRow[]> =>
  readTickets(ctx, sql<SqlBool>`t.status in ('pending', 'lgpd') and ${ticketIsSeen(ctx.actor)}`)

/** The longest wait first. Only the rows of the board are joined. */
async function readTickets({ companyId, db }: UserCtx, condition: RawBuilder<SqlBool>): Promise<MomentsRow[]> {
  const { rows } = await sql<MomentsRow>`
    with chosen as materialized (
      select t.id, count(*) over () as total from tickets t
      where t.company_id = ${companyId} and ${condition}
      order by t.waiting_since nulls last, t.id limit ${sql.lit(limits.momentsTickets)})
    select t.id, t.uuid, t.status, t.user_id, t.queue_id, q.name as queue_name, q.color as queue_color,
           coalesce(t.bot @> '{"isBot": true}', false) as is_bot, t.waiting_since, t.contact_id, c.name as contact_name,
           c.picture_url as contact_picture, n.channel, chosen.total
    from chosen join tickets t on t.company_id = ${companyId} and t.id = chosen.id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections n on n.company_id = t.company_id and n.id = t.connection_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    order by t.waiting_since nulls last, t.id`.execute(db)
  return rows
}
