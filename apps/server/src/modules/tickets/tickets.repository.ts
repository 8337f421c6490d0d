import type { StoredChannel } from '@guiche/channel'
import type { ScheduleEntry, TicketStatus } from '@guiche/contract'
import { type AnswerWindow, answerWindowOf } from '#channels/answer-window'
import { channelsThat } from '#channels/facts'
import { runningFacts } from '#channels/running-facts'
import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'
import type { SpeakerPart } from '#modules/contacts'
import { type ConnectionSettings, readConnectionSettings } from '#modules/connections'
import { scaleOf } from './attendances.repository.ts'
import { type BotMemory, readBotMemory } from './bot-memory.ts'

/** A ticket with everything that its view shows. */
export interface TicketRow {
  id: number
  uuid: string
  company_id: number
  conversation_id: number
  contact_id: number
  connection_id: number
  status: TicketStatus
  user_id: number | null
  queue_id: number | null
  is_group: boolean
  unread_count: number
  last_message: string
  last_message_at: Date
  last_from_me: boolean
  last_message_id: number | null
  last_ack: number | null
  has_failed: boolean
  /** For groups: the participant who sent the last message. */
  last_speaker?: SpeakerPart | null
  waiting_since: Date | null
  /** A transfer that its receiver has not seen yet. */
  transferred_at: Date | null
  transferred_by: number | null
  transferred_by_name: string | null
  transfer_note: string | null
  /** Read it with `readBotMemory`. */
  bot: unknown
  integration: { id: number; name: string; type: string; session: string | null } | null
  /** Of its last attendance. */
  rating: { rate: number; best: number } | null
  imported_at: Date | null
  closed_at: Date | null
  created_at: Date
  updated_at: Date
  contact_name: string
  contact_phone: string | null
  contact_email: string
  contact_picture: string | null
  contact_active: boolean
  contact_bot_disabled: boolean
  contact_accepts_audio: boolean
  contact_lgpd_at: Date | null
  contact_created_at: Date
  contact_updated_at: Date
  contact_tags: TagPart[] | null
  ticket_tags: TagPart[] | null
  user_name: string | null
  queue_name: string | null
  queue_color: string | null
  connection_name: string
  channel: StoredChannel
  /** When the customer has written last, where that says until when they may be answered. */
  heard_at: Date | null
  /** Null: they may be answered at any time. */
  answer_window?: AnswerWindow | null
  /** Of a connection that was moved: the address of the customer. */
  moved_address: string | null
  group_as_ticket: boolean
  idle_close_minutes: number
  /** The connection has a token for voice calls. */
  has_calls: boolean
}

export interface TagPart {
  id: number
  name: string
  color: string
  kanban: number
}

const windowed = channelsThat(({ answerWindow }) => answerWindow !== 'always')
/** The service for voice calls rings at the phone. */
const byPhone = channelsThat(({ linkedBy }) => linkedBy === 'phone')

const columns = sql`
  t.id, t.uuid, t.company_id, t.conversation_id, t.contact_id, t.connection_id, t.status, t.user_id, t.queue_id, t.is_group,
  t.unread_count, t.last_message, t.last_message_at, t.last_from_me, t.last_message_id, t.waiting_since, t.transferred_at, t.transferred_by, t.bot, t.imported_at, t.closed_at,
  t.created_at, t.updated_at,
  c.name as contact_name, c.phone as contact_phone, c.email as contact_email, c.picture_url as contact_picture,
  c.is_active as contact_active, c.bot_disabled as contact_bot_disabled, c.accepts_audio as contact_accepts_audio,
  c.lgpd_accepted_at as contact_lgpd_at, c.created_at as contact_created_at, c.updated_at as contact_updated_at,
  u.name as user_name, q.name as queue_name, q.color as queue_color,
  n.name as connection_name, n.channel, n.group_as_ticket, n.idle_close_minutes,
  case when n.channel = any (${windowed}::text[]) then (
    select v.last_inbound_at from conversations v where v.company_id = t.company_id and v.id = t.conversation_id) end as heard_at,
  case when n.moved_at is not null then (
    select v.address from conversations v where v.company_id = t.company_id and v.id = t.conversation_id) end as moved_address,
  n.channel = any (${byPhone}::text[]) and exists (select from connection_call_tokens k where k.company_id = n.company_id and k.connection_id = n.id) as has_calls,
  (select b.name from users b where b.company_id = t.company_id and b.id = t.transferred_by) as transferred_by_name,
  (select m.body from messages m where m.company_id = t.company_id and m.id = t.transfer_note_id and m.deleted_at is null) as transfer_note,
  (select case when a.rating is not null then json_build_object('rate', a.rating, 'best', ${scaleOf(sql`a`)}) end
   from ticket_turns a where a.company_id = t.company_id and a.ticket_id = t.id order by a.id desc limit 1) as rating,
  (select json_build_object('id', i.id, 'name', i.name, 'type', i.type, 'session', (
     select s.state ->> 'sessionId' from exchange_sessions s
     where s.company_id = t.company_id and s.ticket_id = t.id and s.kind = 'integration' and s.answerer_id = i.id))
   from queue_integrations i
   where i.company_id = t.company_id and i.id = (t.bot->>'integrationId')::bigint) as integration,
  (select m.ack from messages m where m.company_id = t.company_id and m.id = t.last_message_id and t.last_from_me) as last_ack,
  exists (select from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.failure is not null) as has_failed,
  (select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color, 'kanban', g.is_kanban::int) order by g.name)
   from contact_tags ct join tags g on g.company_id = ct.company_id and g.id = ct.tag_id
   where ct.company_id = t.company_id and ct.contact_id = t.contact_id) as contact_tags,
  (select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color, 'kanban', g.is_kanban::int) order by g.name)
   from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
   where tt.company_id = t.company_id and tt.ticket_id = t.id) as ticket_tags`

const joins = sql`
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join connections n on n.company_id = t.company_id and n.id = t.connection_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id`

/**
 * Reads the tickets that `chosen`, a select of ids, returns. Only these rows are joined, so `chosen` has to limit them to a
 * page. `order` can use `t` and the columns of `chosen`, and so can `more`: further columns, each with a comma before it.
 */
export async function selectTickets<Row extends TicketRow>(
  ctx: Ctx,
  chosen: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with chosen as materialized (${chosen})
    select ${columns}${more}
    from chosen join tickets t on t.company_id = ${ctx.companyId} and t.id = chosen.id ${joins}
    order by ${order}`.execute(ctx.db)
  return withDetails(ctx, rows)
}

export async function findTickets(ctx: Ctx, ids: readonly number[]): Promise<TicketRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<TicketRow>`
    select ${columns} from tickets t ${joins}
    where t.company_id = ${ctx.companyId} and t.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return withDetails(ctx, rows)
}

export async function findTicket(ctx: Ctx, id: number): Promise<TicketRow | undefined> {
  const [ticket] = await findTickets(ctx, [id])
  return ticket
}

export async function findTicketByUuid(ctx: Ctx, uuid: string): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`
    select ${columns} from tickets t ${joins} where t.company_id = ${ctx.companyId} and t.uuid = ${uuid}`.execute(
    ctx.db,
  )
  const [ticket] = await withDetails(ctx, rows)
  return ticket
}

/** How long people may answer depends on the installation. */
async function withDetails<Row extends TicketRow>(ctx: Ctx, tickets: Row[]): Promise<Row[]> {
  for (const ticket of tickets)
    ticket.answer_window = answerWindowOf(runningFacts(ctx, ticket.channel), ticket.heard_at)
  return withSpeakers(ctx, tickets)
}

/** A query of its own: as a column it made each list a tenth slower, and most lists have no groups. */
async function withSpeakers<Row extends TicketRow>(ctx: Ctx, tickets: Row[]): Promise<Row[]> {
  const groups = tickets.filter(({ is_group, last_from_me }) => is_group && !last_from_me)
  if (groups.length === 0) return tickets
  const { rows } = await sql<{ id: number; speaker: SpeakerPart | null }>`
    select id, raw->'author' as speaker from messages
    where company_id = ${ctx.companyId} and id = any (${groups.map((ticket) => ticket.last_message_id)}::bigint[])`.execute(
    ctx.db,
  )
  const speakers = new Map(rows.map(({ id, speaker }) => [id, speaker]))
  for (const ticket of groups) ticket.last_speaker = speakers.get(ticket.last_message_id ?? 0) ?? null
  return tickets
}

/** The columns that changes to a ticket need. */
export interface LockedTicket {
  id: number
  uuid: string
  conversation_id: number
  contact_id: number
  connection_id: number
  status: TicketStatus
  user_id: number | null
  queue_id: number | null
  is_group: boolean
  unread_count: number
  transferred_at: Date | null
  bot: BotMemory
  created_at: Date
  address: string
  channel: StoredChannel
  connection_status: string
  group_as_ticket: boolean
  connection_settings: ConnectionSettings
  schedules: ScheduleEntry[]
  contact_active: boolean
  connection_archived: boolean
  /** When the customer has written last. */
  heard_at: Date | null
}

/**
 * Locks the conversation and the ticket, so that changes in a conversation happen one after the other. Every change takes
 * the locks in this order, which avoids deadlocks.
 */
export async function lockTicket(ctx: Ctx, id: number): Promise<LockedTicket | undefined> {
  const [ticket] = await lockTickets(ctx, [id])
  return ticket
}

const toChange = sql`
    select t.id, t.uuid, t.conversation_id, t.contact_id, t.connection_id, t.status, t.user_id, t.queue_id, t.is_group,
           t.unread_count, t.transferred_at, t.bot, t.created_at, v.address, n.channel, n.status as connection_status, n.group_as_ticket,
           n.settings as connection_settings, n.opening_hours as schedules, n.archived_at is not null as connection_archived, c.is_active as contact_active,
           v.last_inbound_at as heard_at
    from conversations v
    join tickets t on t.company_id = v.company_id and t.conversation_id = v.id
    join connections n on n.company_id = t.company_id and n.id = t.connection_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id`

/** The ticket of a conversation that is not closed, for callers that have locked the conversation. */
export async function lockUnclosedTicket(ctx: Ctx, conversationId: number): Promise<LockedTicket | undefined> {
  const { rows } = await sql<StoredTicket>`
    ${toChange}
    where v.company_id = ${ctx.companyId} and v.id = ${conversationId} and t.company_id = ${ctx.companyId} and t.status <> 'closed'
    for no key update of v, t`.execute(ctx.db)
  return rows.map(readLocked)[0]
}

/** Several at once, for callers that have locked their conversations. */
export async function lockTickets(ctx: Ctx, ids: readonly number[]): Promise<LockedTicket[]> {
  const { rows } = await sql<StoredTicket>`
    ${toChange}
    where v.company_id = ${ctx.companyId} and t.company_id = ${ctx.companyId} and t.id = any (${[...ids]}::bigint[])
    for no key update of v, t`.execute(ctx.db)
  return rows.map(readLocked)
}

/**
 * Several at once, for callers that have locked nothing. Their conversations are locked in the order of their ids, as by
 * everybody who locks several.
 */
export async function lockTicketsInOrder(ctx: Ctx, ids: readonly number[]): Promise<LockedTicket[]> {
  const conversations = sql`
    select from conversations
    where company_id = ${ctx.companyId} and id in (
      select conversation_id from tickets where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[]))
    order by id for no key update`.execute(ctx.db)
  // One round trip.
  const [, tickets] = await Promise.all([conversations, lockTickets(ctx, ids)])
  return tickets
}

type StoredTicket = Omit<LockedTicket, 'connection_settings' | 'bot'> & { connection_settings: unknown; bot: unknown }

const readLocked = (row: StoredTicket): LockedTicket => ({
  ...row,
  connection_settings: readConnectionSettings(row.channel, row.connection_settings),
  bot: readBotMemory(row.bot),
})

/** Keeps the private note that came with the transfer of a ticket, for its receiver. */
export async function keepTransferNote(ctx: Ctx, ticketId: number, messageId: number): Promise<void> {
  await sql`
    update tickets set transfer_note_id = ${messageId}
    where company_id = ${ctx.companyId} and id = ${ticketId} and transferred_at is not null`.execute(ctx.db)
}

/** The receiver of a transfer has opened the ticket. */
export async function markTransferSeen(ctx: Ctx, ticketId: number): Promise<void> {
  await sql`
    update tickets set transferred_at = null, transferred_by = null, transfer_note_id = null
    where company_id = ${ctx.companyId} and id = ${ticketId}`.execute(ctx.db)
}

/** How many customers wait in each of these queues for a person; queues without any are left out. */
export async function countWaiting(ctx: Ctx, queueIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ queue_id: number; count: number }>`
    select queue_id, count(*) as count from tickets
    where company_id = ${ctx.companyId} and status = 'pending' and user_id is null
      and queue_id = any (${[...queueIds]}::bigint[]) and not is_group
    group by queue_id`.execute(ctx.db)
  return new Map(rows.map(({ queue_id, count }) => [queue_id, count]))
}
