import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { type Standing, moveTickets } from '#modules/tickets'

type Living = Standing & { conversation_id: number }

/**
 * Of two conversations that become one, both with a living ticket, one ticket goes on: that which somebody attends, else
 * the older one. What was said, noted and begun in the other is its from now on; the other is closed, and says nothing.
 */
export async function joinTickets(ctx: Ctx, into: number, from: number): Promise<void> {
  const { rows } = await sql<Living>`
    select id, conversation_id, contact_id, status, user_id, queue_id, is_group from tickets
    where company_id = ${ctx.companyId} and conversation_id in (${into}, ${from}) and status <> 'closed'
    order by (status = 'open') desc, id for update`.execute(ctx.db)
  const [staying, ending] = rows
  if (!staying || !ending) return

  await sql`
    update messages set ticket_id = ${staying.id}, conversation_id = ${staying.conversation_id}
    where company_id = ${ctx.companyId} and ticket_id = ${ending.id} and conversation_id = ${ending.conversation_id}`.execute(
    ctx.db,
  )
  await moveDesk(ctx, staying.id, ending.id)
  await goOn(ctx, staying.id, ending.id)
  await forgetMessages(ctx, ending.id)
  const { status, user_id: userId } = staying
  await moveTickets(
    ctx,
    [
      { ticket: ending, to: { status: 'closed', userId: ending.user_id, queueId: ending.queue_id } },
      { ticket: staying, to: { status, userId, queueId: staying.queue_id ?? ending.queue_id } },
    ],
    'join',
  )
}

/** Notes, labels, and what somebody has begun to write: of two drafts of one person, one after the other. */
async function moveDesk(ctx: Ctx, staying: number, ending: number): Promise<void> {
  await sql`update ticket_notes set ticket_id = ${staying} where company_id = ${ctx.companyId} and ticket_id = ${ending}`.execute(
    ctx.db,
  )
  await sql`
    insert into ticket_tags (company_id, ticket_id, tag_id)
    select company_id, ${staying}, tag_id from ticket_tags where company_id = ${ctx.companyId} and ticket_id = ${ending}
    on conflict do nothing`.execute(ctx.db)
  await sql`
    with begun as (delete from drafts where company_id = ${ctx.companyId} and ticket_id = ${ending} returning *)
    insert into drafts (company_id, user_id, ticket_id, body, updated_at)
    select company_id, user_id, ${staying}, body, updated_at from begun
    on conflict (company_id, user_id, ticket_id) do update set body = drafts.body || E'\n' || excluded.body`.execute(
    ctx.db,
  )
}

async function goOn(ctx: Ctx, staying: number, ending: number): Promise<void> {
  await sql`
    update tickets t set
      unread_count = t.unread_count + o.unread_count, waiting_since = least(t.waiting_since, o.waiting_since),
      last_message = case when o.last_message_at > t.last_message_at then o.last_message else t.last_message end,
      last_message_id = case when o.last_message_at > t.last_message_at then o.last_message_id else t.last_message_id end,
      last_from_me = case when o.last_message_at > t.last_message_at then o.last_from_me else t.last_from_me end,
      last_message_at = greatest(t.last_message_at, o.last_message_at), updated_at = now()
    from tickets o
    where t.company_id = ${ctx.companyId} and t.id = ${staying} and o.company_id = t.company_id and o.id = ${ending}`.execute(
    ctx.db,
  )
}

/** It holds none any more, and is not where the next one goes. */
async function forgetMessages(ctx: Ctx, id: number): Promise<void> {
  await sql`
    update tickets set is_latest = false, last_message = '', last_message_id = null
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}
