import type { TicketStatus } from '@guiche/contract'
import { channelsThat } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

const withVisitors = channelsThat((facts) => facts.hasVisitors)

export interface Addressed {
  id: number
  visitorId: string
  fromMe: boolean
}

/** Those of the messages that belong to web chats and that their visitor may see, with the visitor. */
export async function addresseesOf(ctx: Ctx, messageIds: readonly number[]): Promise<Addressed[]> {
  const { rows } = await sql<Addressed>`
    select m.id, v.address as "visitorId", m.from_me as "fromMe"
    from messages m
    join conversations v on v.company_id = m.company_id and v.id = m.conversation_id
    join connections n on n.company_id = m.company_id and n.id = m.connection_id and n.channel = any (${withVisitors})
    where m.company_id = ${ctx.companyId} and m.id = any (${[...messageIds]}::bigint[]) and not m.is_private and m.origin <> 'system'
    order by m.id`.execute(ctx.db)
  return rows
}

export interface VisitedTicket {
  visitorId: string
  connectionId: number
}

/** The visitor of a ticket; undefined if it does not belong to a web chat. */
export async function visitorOfTicket(ctx: Ctx, ticketId: number): Promise<VisitedTicket | undefined> {
  const { rows } = await sql<VisitedTicket>`
    select v.address as "visitorId", v.connection_id as "connectionId"
    from tickets t
    join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
    join connections n on n.company_id = v.company_id and n.id = v.connection_id and n.channel = any (${withVisitors})
    where t.company_id = ${ctx.companyId} and t.id = ${ticketId}`.execute(ctx.db)
  return rows[0]
}

export interface CurrentTicket {
  id: number
  status: TicketStatus
  queue_id: number | null
  user_id: number | null
  is_group: boolean
  user_name: string | null
  avatar_key: string | null
}

export async function findCurrentTicket(ctx: Ctx, conversationId: number): Promise<CurrentTicket | undefined> {
  const { rows } = await sql<CurrentTicket>`
    select t.id, t.status, t.queue_id, t.user_id, t.is_group, u.name as user_name, f.storage_key as avatar_key
    from tickets t
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    left join files f on f.company_id = u.company_id and f.id = u.avatar_file_id
    where t.company_id = ${ctx.companyId} and t.conversation_id = ${conversationId} and t.status <> 'closed'`.execute(
    ctx.db,
  )
  return rows[0]
}

/** Attendants who may answer a chat: members of its queues, or everybody if it has none. */
export async function listAttendants(ctx: Ctx, queueIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where u.company_id = ${ctx.companyId} and u.archived_at is null
      and (${queueIds.length === 0} or exists (select from user_queues q where q.company_id = u.company_id and q.user_id = u.id and q.queue_id = any (${[...queueIds]}::bigint[])))`.execute(
    ctx.db,
  )
  return rows.map((row) => row.id)
}

export async function readNow(ctx: Ctx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(ctx.db)
  return rows[0]?.now ?? new Date()
}

export async function findQueueHours(
  ctx: Ctx,
  queueIds: readonly number[],
): Promise<{ opening_hours: unknown; out_of_hours_message: string }[]> {
  const { rows } = await sql<{ opening_hours: unknown; out_of_hours_message: string }>`
    select opening_hours, out_of_hours_message from queues
    where company_id = ${ctx.companyId} and id = any (${[...queueIds]}::bigint[]) and archived_at is null`.execute(
    ctx.db,
  )
  return rows
}
