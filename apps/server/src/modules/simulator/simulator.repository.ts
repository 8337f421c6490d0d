import { type TicketLogView, limits } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { messageIsSeen, ticketIsSeen } from '#modules/visibility'

export interface People {
  company: string
  users: { id: number; name: string }[]
  queues: { id: number; name: string; color: string }[]
}

/** The names that texts and logs show. */
export async function readNames(ctx: Ctx): Promise<People> {
  const { rows } = await sql<People>`
    select o.name as company,
      (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name)), '[]')
       from users u where u.company_id = o.id and u.archived_at is null) as users,
      (select coalesce(json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)), '[]')
       from queues q where q.company_id = o.id and q.archived_at is null) as queues
    from companies o where o.id = ${ctx.companyId}`.execute(ctx.db)
  if (!rows[0]) throw new Error('the company does not exist')
  return rows[0]
}

export interface FileRow {
  id: number
  storage_key: string
  original_name: string
  mime: string
  /** It belongs to a list of files. */
  is_listed: boolean
}

export async function findFiles(ctx: Ctx, ids: readonly number[]): Promise<Map<number, FileRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<FileRow>`
    select f.id, f.storage_key, f.original_name, f.mime,
           exists (select from file_list_options o where o.company_id = f.company_id and o.file_id = f.id) as is_listed
    from files f where f.company_id = ${ctx.companyId} and f.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface ReplayableRow {
  id: number
  contact_name: string
  connection_name: string
  last_message_at: Date
}

/** The latest tickets of a queue that the actor sees, in which a customer has written. */
export async function findReplayable(ctx: UserCtx, queueId: number): Promise<ReplayableRow[]> {
  const { rows } = await sql<ReplayableRow>`
    select t.id, c.name as contact_name, n.name as connection_name, t.last_message_at
    from tickets t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections n on n.company_id = t.company_id and n.id = t.connection_id and n.archived_at is null
    where t.company_id = ${ctx.companyId} and t.queue_id = ${queueId} and t.imported_at is null and ${ticketIsSeen(ctx.actor)}
      and exists (select from messages m
                  where m.company_id = t.company_id and m.conversation_id = t.conversation_id and m.ticket_id = t.id and not m.from_me)
    order by t.last_message_at desc limit ${sql.lit(limits.replayableTickets)}`.execute(ctx.db)
  return rows
}

export interface PastMessage {
  id: number
  body: string
  media_type: string
  file_id: number | null
  from_me: boolean
  origin: 'channel' | 'user' | 'phone' | 'bot' | 'campaign' | 'schedule' | 'api' | 'import' | 'system'
  sent_at: Date
  created_at: Date
  /** Of the unit of work that stored it: answers of the bot are stored with the message that they answer. */
  work: number
}

const most = 1000

/** The messages of a ticket in their order, the first thousand. */
export async function readPastMessages(ctx: UserCtx, ticketId: number): Promise<PastMessage[]> {
  const { rows } = await sql<PastMessage>`
    select m.id, m.body, m.media_type, m.file_id, m.from_me, m.origin, m.sent_at, m.created_at,
           (extract(epoch from m.created_at) * 1000000)::bigint as work
    from tickets o join messages m on m.company_id = o.company_id and m.conversation_id = o.conversation_id and m.ticket_id = o.id
    where o.company_id = ${ctx.companyId} and o.id = ${ticketId} and not m.is_private and m.deleted_at is null
      and ${messageIsSeen(ctx.actor)}
    order by m.id limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

export interface PastAct {
  kind: TicketLogView['type']
  user_id: number | null
  queue_id: number | null
  work: number
}

/** What people have done with a ticket, and what was done at its time: rotation, redirection, the end of a wait. */
export async function readPastActs(ctx: Ctx, ticketId: number): Promise<PastAct[]> {
  const { rows } = await sql<PastAct>`
    select l.kind, l.user_id, l.queue_id, (extract(epoch from l.created_at) * 1000000)::bigint as work
    from ticket_log l
    where l.company_id = ${ctx.companyId} and l.ticket_id = ${ticketId}
      and (l.kind in ('autoClose', 'assign', 'redirect', 'pending', 'closed', 'reopen')
           or (l.user_id is not null and l.kind in ('create', 'open', 'transfered', 'receivedTransfer', 'nps')))
    order by l.id limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

export interface PastOutage {
  since: Date
  until: Date
}

/** When the connection of a ticket was offline: its messages of that time came late, and the bot was silent. */
export async function readPastOutages(ctx: Ctx, ticketId: number): Promise<PastOutage[]> {
  const { rows } = await sql<PastOutage>`
    select (l.detail ->> 'since')::timestamptz as since, (l.detail ->> 'until')::timestamptz as until
    from ticket_log l
    where l.company_id = ${ctx.companyId} and l.ticket_id = ${ticketId} and l.kind = 'recovered'`.execute(ctx.db)
  return rows
}
