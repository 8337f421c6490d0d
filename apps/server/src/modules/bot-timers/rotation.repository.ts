import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Locks the queue, so that one ticket of it is assigned at a time. Undefined: it assigns none. */
export async function lockRotation(ctx: Ctx, queueId: number): Promise<{ minutes: number } | undefined> {
  const { rows } = await sql<{ minutes: number }>`
    select rotation_minutes as minutes from queues
    where company_id = ${ctx.companyId} and id = ${queueId} and rotates and archived_at is null
    for no key update`.execute(ctx.db)
  return rows[0]
}

/** The members of the queue who work at this time, by the company's clock. Whose turn is longest ago comes first. */
export async function listMembersAtWork(ctx: Ctx, queueId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id
    from user_queues m
    join users u on u.company_id = m.company_id and u.id = m.user_id and u.archived_at is null
    join companies c on c.id = m.company_id
    cross join lateral (select date_trunc('minute', now() at time zone c.timezone)::time as minute) local
    left join rotation_turns r on r.company_id = m.company_id and r.queue_id = m.queue_id and r.user_id = m.user_id
    where m.company_id = ${ctx.companyId} and m.queue_id = ${queueId}
      and case when u.work_starts <= u.work_ends then local.minute between u.work_starts and u.work_ends
               else local.minute >= u.work_starts or local.minute <= u.work_ends end
    order by r.turn nulls first, u.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The caller has locked the queue. */
export async function takeTurn(ctx: Ctx, queueId: number, userId: number): Promise<void> {
  await sql`
    insert into rotation_turns (company_id, queue_id, user_id, turn)
    select ${ctx.companyId}, ${queueId}, ${userId}, coalesce(max(r.turn), 0) + 1
    from rotation_turns r where r.company_id = ${ctx.companyId} and r.queue_id = ${queueId}
    on conflict (company_id, queue_id, user_id) do update set turn = excluded.turn`.execute(ctx.db)
}

/** Since when the ticket's attendant has it: for the timer, which compares it with `isUnanswered`. */
export async function readTime(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(ctx.db)
  return rows[0]?.now ?? ''
}

/** By the database's clock, which has set the time. */
export async function secondsSince(ctx: Ctx, time: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - ${time}::timestamptz)::float8 as seconds`.execute(ctx.db)
  return rows[0]?.seconds ?? 0
}

/** Whether the customer waits for an answer since before that time. */
export async function isUnanswered(ctx: Ctx, ticketId: number, since: string): Promise<boolean> {
  const { rows } = await sql<{ is_unanswered: boolean }>`
    select coalesce(waiting_since <= ${since}::timestamptz, false) as is_unanswered
    from tickets where company_id = ${ctx.companyId} and id = ${ticketId}`.execute(ctx.db)
  return rows[0]?.is_unanswered ?? false
}

/** Whether the customer wrote last before the company came back, so that an automatic text would come out of the blue. */
export async function cameWhileBlocked(ctx: Ctx, ticketId: number): Promise<boolean> {
  const { rows } = await sql<{ came: boolean }>`
    select coalesce(v.last_inbound_at <= c.unblocked_at, false) as came
    from tickets t
    join companies c on c.id = t.company_id
    join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
    where t.company_id = ${ctx.companyId} and t.id = ${ticketId}`.execute(ctx.db)
  return rows[0]?.came ?? false
}
