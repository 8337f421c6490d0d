import type { Ctx } from '#platform/context'
import { type RawBuilder, recordset, sql } from '#platform/database/sql'
import type { TicketPreview } from '#modules/contacts'
import { insertWaits, keepServiceTime } from './counted/waits.repository.ts'

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
  const waits = sql`
    select o.id as ticket_id, o.waiting_since as began_at, now() as ended_at
    from tickets o join messages m on m.company_id = o.company_id and m.id = ${id} and m.sent_at = o.waiting_since
    where o.company_id = ${ctx.companyId} and o.id = ${ticket_id}`
  const { rows } = await sql<{ id: number }>`
    with ended as (${insertWaits(ctx, { waits, by: 'phone' })}) select id from ended`.execute(ctx.db)
  await keepServiceTime(
    ctx,
    rows.map((wait) => wait.id),
  )
  await sql`
    update tickets t set unread_count = greatest(t.unread_count - 1, 0),
      waiting_since = case when t.waiting_since = m.sent_at then null else t.waiting_since end
    from messages m
    where t.company_id = ${ctx.companyId} and t.id = ${ticket_id} and m.company_id = t.company_id and m.id = ${id}`.execute(
    ctx.db,
  )
}

export async function previewsOf(ctx: Ctx, ticketIds: readonly number[]): Promise<TicketPreview[]> {
  const { rows } = await sql<{ preview: TicketPreview }>`
    select json_build_object('id', t.id, 'last_message', t.last_message, 'last_message_id', t.last_message_id,
      'last_message_at', t.last_message_at, 'last_from_me', t.last_from_me, 'unread_count', t.unread_count,
      'waiting_since', t.waiting_since) as preview
    from tickets t where t.company_id = ${ctx.companyId} and t.id = any (${[...ticketIds]}::bigint[])`.execute(ctx.db)
  return rows.map(({ preview }) => preview)
}

/**
 * Renews what tickets show when their last message is in another ticket now: as it was, or else after the last message
 * that they have.
 */
export async function restorePreviews(ctx: Ctx, previews: readonly TicketPreview[]): Promise<void> {
  await sql`
    update tickets t set last_message = x.last_message, last_message_id = x.last_message_id, last_message_at = x.last_message_at,
      last_from_me = x.last_from_me, unread_count = x.unread_count, waiting_since = x.waiting_since, updated_at = now()
    from (${recordset(
      previews,
      sql`id bigint, last_message text, last_message_id bigint, last_message_at timestamptz, last_from_me boolean, unread_count int, waiting_since timestamptz`,
    )}) as x
    where t.company_id = ${ctx.companyId} and t.id = x.id and not ${isInTicket(sql`t.last_message_id`)} and ${isInTicket(sql`x.last_message_id`)}`.execute(
    ctx.db,
  )
  await sql`
    update tickets t set last_message = left(l.body, 255), last_message_id = l.id, last_message_at = l.sent_at, last_from_me = l.from_me,
      unread_count = least(t.unread_count, l.written), updated_at = now()
    from (
      select distinct on (m.ticket_id) m.ticket_id, m.id, m.body, m.sent_at, m.from_me,
        count(*) filter (where not m.from_me) over (partition by m.ticket_id) as written
      from messages m join tickets o on o.company_id = m.company_id and o.conversation_id = m.conversation_id and o.id = m.ticket_id
      where m.company_id = ${ctx.companyId} and o.id = any (${previews.map(({ id }) => id)}::bigint[]) and not m.is_private
      order by m.ticket_id, m.sent_at desc, m.id desc) as l
    where t.company_id = ${ctx.companyId} and t.id = l.ticket_id and not ${isInTicket(sql`t.last_message_id`)}`.execute(
    ctx.db,
  )
}

const isInTicket = (messageId: RawBuilder<unknown>) =>
  sql`exists (select from messages m where m.company_id = t.company_id and m.id = ${messageId} and m.ticket_id = t.id)`

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
