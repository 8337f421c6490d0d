import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Shows other words for the message that was last in its ticket. False: something came after it. */
export async function changePreview(
  ctx: Ctx,
  { id, ticket_id }: { id: number; ticket_id: number },
  text: string,
): Promise<boolean> {
  const { rows } = await sql`
    update tickets set last_message = left(${text}, 255)
    where company_id = ${ctx.companyId} and id = ${ticket_id} and last_message_id = ${id} returning id`.execute(ctx.db)
  return rows.length > 0
}

/** All that the customer wrote has been seen. */
export async function noteRead(ctx: Ctx, ticketId: number): Promise<void> {
  await sql`update tickets set unread_count = 0 where company_id = ${ctx.companyId} and id = ${ticketId}`.execute(
    ctx.db,
  )
}

/** One message of the customer needs no answer any more. */
export async function noteAnswered(ctx: Ctx, { id, ticket_id }: { id: number; ticket_id: number }): Promise<void> {
  await sql`
    update tickets t set unread_count = greatest(t.unread_count - 1, 0),
      waiting_since = case when t.waiting_since = m.sent_at then null else t.waiting_since end
    from messages m
    where t.company_id = ${ctx.companyId} and t.id = ${ticket_id} and m.company_id = t.company_id and m.id = ${id}`.execute(
    ctx.db,
  )
}

/** A ticket takes over what the messages of another one left in it; the other is not where the next one goes. */
export async function takeOverMessages(ctx: Ctx, staying: number, ending: number): Promise<void> {
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
  await sql`
    update tickets set is_latest = false, last_message = '', last_message_id = null
    where company_id = ${ctx.companyId} and id = ${ending}`.execute(ctx.db)
}
