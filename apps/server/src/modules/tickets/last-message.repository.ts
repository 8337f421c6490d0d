import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Changes the preview of a ticket if this message is its last one. Returns false if a later message exists. */
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

export async function clearUnread(ctx: Ctx, ticketId: number): Promise<void> {
  await sql`update tickets set unread_count = 0 where company_id = ${ctx.companyId} and id = ${ticketId}`.execute(
    ctx.db,
  )
}

/** Takes one customer message out of the unread count, and ends the waiting time if it began with that message. */
export async function markAnswered(ctx: Ctx, { id, ticket_id }: { id: number; ticket_id: number }): Promise<void> {
  await sql`
    update tickets t set unread_count = greatest(t.unread_count - 1, 0),
      waiting_since = case when t.waiting_since = m.sent_at then null else t.waiting_since end
    from messages m
    where t.company_id = ${ctx.companyId} and t.id = ${ticket_id} and m.company_id = t.company_id and m.id = ${id}`.execute(
    ctx.db,
  )
}

/** Merges preview, unread count and waiting time of a ticket into another one. New messages no longer go to the first. */
export async function mergeLastMessage(ctx: Ctx, staying: number, ending: number): Promise<void> {
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
