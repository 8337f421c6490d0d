import type { Inbound } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'

/** A position in the order of a conversation. */
export interface Point {
  /** As text, because a Date would lose the microseconds. */
  at: string
  /** 0: a message; 1: an entry of the ticket log. */
  rank: number
  id: number
}

export interface SystemMessageRow {
  id: number
  kind: string
  user_name: string | null
  created_at: Date
}

export interface StreamRow extends Point {
  kind: string | null
  user_name: string | null
  created_at: Date
}

/**
 * The entries of the ticket log that a visitor sees: an attendant has joined, and the ticket was closed. Without a user
 * it was reopened by the visitor.
 */
const shownLines = sql`(l.kind in ('open', 'receivedTransfer', 'closed', 'autoClose') or l.kind = 'reopen' and l.user_id is not null)`

interface Selection {
  conversationId: number
  from?: { after: Point } | { before: Point } | undefined
  /** Oldest first instead of newest first. */
  isAscending: boolean
  most: number
}

/** Messages and log entries of a conversation in order. Private notes are left out. */
export async function selectStream(
  ctx: Ctx,
  { conversationId, from, isAscending, most }: Selection,
): Promise<StreamRow[]> {
  const direction = isAscending ? sql`asc` : sql`desc`
  const { rows } = await sql<StreamRow>`
    select at::text, rank, id, kind, user_name, at as created_at
    from (
      (select m.sent_at as at, 0 as rank, m.id, null as kind, null as user_name
       from messages m
       where m.company_id = ${ctx.companyId} and m.conversation_id = ${conversationId} and not m.is_private and m.origin <> 'system'
         and ${beyond(sql`m.sent_at`, 0, sql`m.id`, from)}
       order by m.sent_at ${direction}, m.id ${direction} limit ${most})
      union all
      (select l.created_at, 1, l.id, l.kind, u.name
       from tickets t
       join ticket_log l on l.company_id = t.company_id and l.ticket_id = t.id
       left join users u on u.company_id = l.company_id and u.id = l.user_id
       where t.company_id = ${ctx.companyId} and t.conversation_id = ${conversationId} and ${shownLines}
         and ${beyond(sql`l.created_at`, 1, sql`l.id`, from)}
       order by l.created_at ${direction}, l.id ${direction} limit ${most})) stream
    order by at ${direction}, rank ${direction}, id ${direction} limit ${most}`.execute(ctx.db)
  return rows
}

function beyond(
  at: RawBuilder<unknown>,
  rank: number,
  id: RawBuilder<unknown>,
  from: Selection['from'],
): RawBuilder<unknown> {
  if (!from) return sql`true`
  // The first condition is the one that the index supports.
  if ('after' in from)
    return sql`${at} >= ${from.after.at}::timestamptz and (${at}, ${rank}::int, ${id}) > (${from.after.at}::timestamptz, ${from.after.rank}::int, ${from.after.id}::bigint)`
  return sql`${at} <= ${from.before.at}::timestamptz and (${at}, ${rank}::int, ${id}) < (${from.before.at}::timestamptz, ${from.before.rank}::int, ${from.before.id}::bigint)`
}

export async function findMessagePoint(
  ctx: Ctx,
  conversationId: number,
  externalIds: readonly string[],
): Promise<Point | undefined> {
  const { rows } = await sql<Point>`
    select sent_at::text as at, 0 as rank, id from messages
    where company_id = ${ctx.companyId} and conversation_id = ${conversationId} and external_id = any (${[...externalIds]}::text[]) and not is_private
      and connection_id = (select connection_id from conversations where company_id = ${ctx.companyId} and id = ${conversationId})`.execute(
    ctx.db,
  )
  return rows[0]
}

export async function findSystemMessagePoint(ctx: Ctx, conversationId: number, id: number): Promise<Point | undefined> {
  const { rows } = await sql<Point>`
    select l.created_at::text as at, 1 as rank, l.id
    from ticket_log l join tickets t on t.company_id = l.company_id and t.id = l.ticket_id
    where l.company_id = ${ctx.companyId} and l.id = ${id} and t.conversation_id = ${conversationId} and ${shownLines}`.execute(
    ctx.db,
  )
  return rows[0]
}

/** The newest log entry of a ticket that a visitor sees. */
export async function findNewestSystemMessage(ctx: Ctx, ticketId: number): Promise<SystemMessageRow | undefined> {
  const { rows } = await sql<SystemMessageRow>`
    select l.id, l.kind, l.created_at, u.name as user_name
    from ticket_log l left join users u on u.company_id = l.company_id and u.id = l.user_id
    where l.company_id = ${ctx.companyId} and l.ticket_id = ${ticketId} and ${shownLines} and l.created_at > now() - interval '1 minute'
    order by l.id desc limit 1`.execute(ctx.db)
  return rows[0]
}

export interface ArrivedRow {
  payload: Extract<Inbound, { kind: 'message' }>
  received_at: Date
  file: { key: string; name: string; bytes: number; width: number | null; height: number | null } | null
}

/** Messages in the inbox that are not processed yet; the visitor was told that they have arrived. */
export async function findArrived(ctx: Ctx, connectionId: number, lane: string): Promise<ArrivedRow[]> {
  const { rows } = await sql<ArrivedRow>`
    select i.payload, i.received_at,
      (select json_build_object('key', f.storage_key, 'name', f.original_name, 'bytes', f.bytes, 'width', f.width, 'height', f.height)
       from files f where f.company_id = i.company_id and f.id = (i.payload -> 'media' ->> 'fileId')::bigint) as file
    from inbox i
    where i.company_id = ${ctx.companyId} and i.connection_id = ${connectionId} and i.lane = ${lane} and i.external_id is not null
    order by i.id`.execute(ctx.db)
  return rows
}
