import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'

// An attendance is one piece of service, from the arrival of the customer to the end: what reports count. A ticket that is
// opened again begins another. Their table is called ticket_turns.

/** Attendances of tickets that are new or open again, from where the tickets stand. */
export async function beginAttendances(ctx: Ctx, ticketIds: readonly number[]): Promise<void> {
  await sql`
    insert into ticket_turns (company_id, ticket_id, contact_id, connection_id, user_id, queue_id, is_group, queued_at, started_at)
    select company_id, id, contact_id, connection_id, user_id, queue_id, is_group,
           case when user_id is null and queue_id is not null then now() end, case when user_id is not null then now() end
    from tickets where company_id = ${ctx.companyId} and id = any (${[...ticketIds]}::bigint[])`.execute(ctx.db)
}

export interface AttendanceMove {
  ticketId: number
  userId: number | null
  queueId: number | null
}

/** Running attendances follow their tickets to another person or queue. */
export async function moveAttendances(ctx: Ctx, moves: AttendanceMove[]): Promise<void> {
  await sql`
    update ticket_turns a set user_id = x.user_id, queue_id = x.queue_id,
      queued_at = case
        when x.user_id is not null then coalesce(a.queued_at, a.created_at)
        when a.user_id is not null or (x.queue_id is not null and x.queue_id is distinct from a.queue_id) then now()
        else a.queued_at end,
      started_at = case when x.user_id is not null then coalesce(a.started_at, now()) else a.started_at end
    from (${rowsOf(moves)}) as x
    where a.company_id = ${ctx.companyId} and a.ticket_id = x.ticket_id and a.finished_at is null`.execute(ctx.db)
}

export async function endAttendances(ctx: Ctx, moves: AttendanceMove[]): Promise<void> {
  await sql`
    update ticket_turns a set user_id = x.user_id, queue_id = x.queue_id,
      closed_at = coalesce(a.closed_at, now()), finished_at = now()
    from (${rowsOf(moves)}) as x
    where a.company_id = ${ctx.companyId} and a.ticket_id = x.ticket_id and a.finished_at is null`.execute(ctx.db)
}

/** All attendances of tickets, also the ended ones, are another contact's now. */
export async function giveAttendances(ctx: Ctx, contactId: number, ticketIds: readonly number[]): Promise<void> {
  await sql`
    update ticket_turns set contact_id = ${contactId}
    where company_id = ${ctx.companyId} and ticket_id = any (${[...ticketIds]}::bigint[])`.execute(ctx.db)
}

const rowsOf = (moves: AttendanceMove[]) =>
  recordset(
    moves.map(({ ticketId, userId, queueId }) => ({ ticket_id: ticketId, user_id: userId, queue_id: queueId })),
    sql`ticket_id bigint, user_id bigint, queue_id bigint`,
  )
