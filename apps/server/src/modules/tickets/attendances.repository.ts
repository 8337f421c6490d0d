import type { Ctx } from '#platform/context'
import { type RawBuilder, recordset, sql } from '#platform/database/sql'
import { markContacts } from './counted/changed-days.repository.ts'
import { clearUnread } from './last-message.repository.ts'
import { logTickets } from './ticket-log.ts'

// Reports count attendances (docs/glossary.md). A reopened ticket starts a new one. The table is called ticket_turns.

/** Starts attendances for new and reopened tickets, with the user and queue of each ticket. */
export async function beginAttendances(ctx: Ctx, ticketIds: readonly number[]): Promise<void> {
  await sql`
    insert into ticket_turns (company_id, ticket_id, contact_id, connection_id, user_id, queue_id, is_group, is_imported, queued_at, started_at)
    select company_id, id, contact_id, connection_id, user_id, queue_id, is_group, coalesce(imported_at = now(), false),
           case when user_id is null and queue_id is not null then now() end, case when user_id is not null then now() end
    from tickets where company_id = ${ctx.companyId} and id = any (${[...ticketIds]}::bigint[])`.execute(ctx.db)
}

export interface AttendanceMove {
  ticketId: number
  userId: number | null
  queueId: number | null
}

/** An attendance of imported messages is one like others as soon as its customer writes or somebody serves them. */
const staysImported = sql`a.is_imported and x.user_id is null and not exists (
  select from tickets t where t.company_id = a.company_id and t.id = a.ticket_id and t.last_message_at > t.imported_at)`

/** Moves running attendances to the new user and queue of their tickets. */
export async function moveAttendances(ctx: Ctx, moves: AttendanceMove[]): Promise<void> {
  await sql`
    update ticket_turns a set user_id = x.user_id, queue_id = x.queue_id,
      queued_at = case
        when x.user_id is not null then coalesce(a.queued_at, a.created_at)
        when a.user_id is not null or (x.queue_id is not null and x.queue_id is distinct from a.queue_id) then now()
        else a.queued_at end,
      started_at = case when x.user_id is not null then coalesce(a.started_at, now()) else a.started_at end,
      is_imported = ${staysImported}
    from (${rowsOf(moves)}) as x
    where a.company_id = ${ctx.companyId} and a.ticket_id = x.ticket_id and a.finished_at is null`.execute(ctx.db)
}

/** The service is over, and the attendance ends when the customer has rated it. */
export async function awaitRatings(ctx: Ctx, ticketIds: readonly number[]): Promise<void> {
  await sql`
    update ticket_turns set closed_at = now()
    where company_id = ${ctx.companyId} and ticket_id = any (${[...ticketIds]}::bigint[]) and finished_at is null`.execute(
    ctx.db,
  )
}

/** `best`: of the scale that the customer was shown. The message that gave it is no unread one. */
export async function keepRating(
  ctx: Ctx,
  ticketId: number,
  { rating, best }: { rating: number; best: number },
): Promise<void> {
  await logTickets(ctx, [{ ticketId, kind: 'rated', userId: null, queueId: null, rating: { rating, best } }])
  await sql`
    update ticket_turns set rating = ${rating}, rating_best = ${best}, rated_at = now()
    where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and finished_at is null`.execute(ctx.db)
  await clearUnread(ctx, ticketId)
}

/** Why the customer gave the rating. */
export async function keepComment(ctx: Ctx, ticketId: number, comment: string): Promise<void> {
  await sql`
    update ticket_turns set rating_comment = ${comment}
    where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and finished_at is null`.execute(ctx.db)
}

/** Whether the customer has rated the attendance that is about to end. */
export async function hasRated(ctx: Ctx, ticketId: number): Promise<boolean> {
  const { rows } = await sql<{ has_rated: boolean }>`
    select exists (
      select from ticket_turns where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and finished_at is null
        and rating is not null) as has_rated`.execute(ctx.db)
  return rows[0]?.has_rated ?? false
}

/** Whether the customer was asked for a rating more than a day ago. */
export async function isRatingOverdue(ctx: Ctx, ticketId: number): Promise<boolean> {
  const { rows } = await sql<{ is_overdue: boolean }>`
    select exists (
      select from ticket_turns where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and finished_at is null
        and closed_at < now() - interval '1 day') as is_overdue`.execute(ctx.db)
  return rows[0]?.is_overdue ?? false
}

/** Whether the customer was asked for a rating in the last minute. */
export async function wasJustAskedForRating(ctx: Ctx, ticketId: number): Promise<boolean> {
  const { rows } = await sql<{ was_just_asked: boolean }>`
    select exists (
      select from ticket_turns where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and finished_at is null
        and closed_at > now() - interval '1 minute') as was_just_asked`.execute(ctx.db)
  return rows[0]?.was_just_asked ?? false
}

export async function endAttendances(ctx: Ctx, moves: AttendanceMove[]): Promise<void> {
  await sql`
    update ticket_turns a set user_id = x.user_id, queue_id = x.queue_id,
      closed_at = coalesce(a.closed_at, now()), finished_at = now(), is_imported = ${staysImported}
    from (${rowsOf(moves)}) as x
    where a.company_id = ${ctx.companyId} and a.ticket_id = x.ticket_id and a.finished_at is null`.execute(ctx.db)
}

/** Assigns all attendances of the tickets to another contact, including finished ones. */
export async function reassignAttendances(ctx: Ctx, contactId: number, ticketIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ contact_id: number }>`
    select distinct contact_id from ticket_turns
    where company_id = ${ctx.companyId} and ticket_id = any (${[...ticketIds]}::bigint[])`.execute(ctx.db)
  await markContacts(ctx, [contactId, ...rows.map((row) => row.contact_id)])
  await sql`
    update ticket_turns set contact_id = ${contactId}
    where company_id = ${ctx.companyId} and ticket_id = any (${[...ticketIds]}::bigint[])`.execute(ctx.db)
}

const rowsOf = (moves: AttendanceMove[]) =>
  recordset(
    moves.map(({ ticketId, userId, queueId }) => ({ ticket_id: ticketId, user_id: userId, queue_id: queueId })),
    sql`ticket_id bigint, user_id bigint, queue_id bigint`,
  )

/**
 * The best rating of the scale on which an attendance was rated; earlier versions did not keep it. `of`: a table with the
 * columns of attendances.
 */
export const scaleOf = (of: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce(${of}.rating_best, case when ${of}.rating > 5 then 10 else 5 end)`
