import { type PendingKind, limits } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import type { AskedByUser } from '#platform/work/due-work'
import type { LockedTicket } from '#modules/tickets'

export interface PendingChange {
  id: number
  user_id: number
  kind: PendingKind
  ticket_id: number
  message_id: number | null
  to_user_id: number | null
  to_queue_id: number | null
  note: string
  sends_farewell: boolean
  asks_rating: boolean
  seen_status: string
  seen_user_id: number | null
  seen_queue_id: number | null
  seen_message_id: number | null
}

export interface NewPendingChange {
  kind: PendingKind
  messageId: number | null
  toUserId: number | null
  toQueueId: number | null
  note: string
  sendsFarewell: boolean
  asksRating: boolean
  /** The time of the newest message that its author has seen; undefined: all that is there. */
  seenUntil?: string | undefined
}

/**
 * Times are those of the database's clock (R25). It replaces what the same person has asked for the same thing. `+ 0`
 * keeps PostgreSQL from looking for the last message of the conversation among all messages of the company.
 */
export async function insertPendingChange(
  ctx: Ctx,
  userId: number,
  ticket: LockedTicket,
  { kind, messageId, toUserId, toQueueId, note, sendsFarewell, asksRating, seenUntil }: NewPendingChange,
): Promise<number> {
  await sql`
    delete from pending_changes
    where company_id = ${ctx.companyId} and user_id = ${userId} and ticket_id = ${ticket.id}
      and message_id is not distinct from ${messageId}`.execute(ctx.db)
  // Browsers know times to the millisecond.
  const seen = seenUntil === undefined ? sql`` : sql` and date_trunc('milliseconds', m.sent_at) <= ${seenUntil}`
  const { rows } = await sql<{ id: number }>`
    insert into pending_changes (company_id, user_id, kind, ticket_id, message_id, to_user_id, to_queue_id, note,
                                 sends_farewell, asks_rating, seen_status, seen_user_id, seen_queue_id, seen_message_id, due_at)
    select ${ctx.companyId}, ${userId}, ${kind}, t.id, ${messageId}, ${toUserId}, ${toQueueId}, ${note},
           ${sendsFarewell}, ${asksRating}, t.status, t.user_id, t.queue_id,
           (select max(m.id + 0) from messages m where m.company_id = t.company_id and m.conversation_id = t.conversation_id${seen}),
           clock_timestamp() + make_interval(secs => ${limits.undoWindow / 1000})
    from tickets t where t.company_id = ${ctx.companyId} and t.id = ${ticket.id}
    returning id`.execute(ctx.db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a pending change was not made')
  return id
}

export interface ListedPendingChange {
  id: number
  kind: PendingKind
  ticket_id: number
  ticket_uuid: string
  message_id: number | null
  contact_name: string
  /** In ms. */
  due_in: number
}

const selectListed = sql`
  select p.id, p.kind, p.ticket_id, t.uuid as ticket_uuid, p.message_id, c.name as contact_name,
         greatest(0, extract(epoch from p.due_at - clock_timestamp()) * 1000)::float8 as due_in
  from pending_changes p
  join tickets t on t.company_id = p.company_id and t.id = p.ticket_id
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id`

export async function listPendingChanges(ctx: UserCtx): Promise<ListedPendingChange[]> {
  const { rows } = await sql<ListedPendingChange>`
    ${selectListed}
    where p.company_id = ${ctx.companyId} and p.user_id = ${ctx.actor.userId}
    order by p.due_at, p.id`.execute(ctx.db)
  return rows
}

/** Of any user. */
export async function findListed(ctx: Ctx, ids: readonly number[]): Promise<ListedPendingChange[]> {
  const { rows } = await sql<ListedPendingChange>`
    ${selectListed}
    where p.company_id = ${ctx.companyId} and p.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return rows
}

/** False: it was done or undone, or somebody else has asked for it. */
export async function removeOwn(ctx: Ctx, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from pending_changes where company_id = ${ctx.companyId} and user_id = ${userId} and id = ${id}
    returning id`.execute(ctx.db)
  return rows.length > 0
}

/** All times are compared by the clock of the database (R25). What became due while nothing ran is due. */
const isDue = sql`p.due_at <= now() and p.not_before <= now()`

export async function companiesWithDue(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct p.company_id from pending_changes p where ${isDue}`.execute(operator)
  return rows.map(({ company_id }) => company_id)
}

export async function takeDue(ctx: Ctx): Promise<AskedByUser[]> {
  const { rows } = await sql<AskedByUser>`
    update pending_changes t set tries = t.tries + 1, not_before = now() + least(2 * 2 ^ t.tries, 60) * interval '1 second'
    where t.company_id = ${ctx.companyId} and t.id = (
      select p.id from pending_changes p where p.company_id = ${ctx.companyId} and ${isDue}
      order by p.due_at, p.id limit 1 for update skip locked)
    returning t.id, t.user_id, t.tries`.execute(ctx.db)
  return rows
}

export async function findPendingChange(ctx: Ctx, id: number): Promise<PendingChange | undefined> {
  const { rows } = await sql<PendingChange>`
    select id, user_id, kind, ticket_id, message_id, to_user_id, to_queue_id, note, sends_farewell, asks_rating, seen_status,
           seen_user_id, seen_queue_id, seen_message_id
    from pending_changes where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
  return rows[0]
}

export async function hasCustomerWritten(ctx: Ctx, { ticket_id, seen_message_id }: PendingChange): Promise<boolean> {
  const { rows } = await sql<{ has_written: boolean }>`
    select exists (
      select from tickets t join messages m on m.company_id = t.company_id and m.conversation_id = t.conversation_id
      where t.company_id = ${ctx.companyId} and t.id = ${ticket_id} and m.ticket_id = t.id
        and m.id > ${seen_message_id ?? 0} and not m.from_me and not m.is_private and m.deleted_at is null) as has_written`.execute(
    ctx.db,
  )
  return rows[0]?.has_written ?? false
}
