import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { ReceivedMessage } from './received-message.ts'

/**
 * A message written on the phone marks earlier messages of the ticket as read, because they were visible there. Later
 * ones stay unread.
 */
export async function markSeenOnPhone(ctx: Ctx, messages: ReceivedMessage[]): Promise<void> {
  const echoes = messages.filter(({ isEcho }) => isEcho)
  if (echoes.length === 0) return
  const { rows } = await sql<{ id: number; unread_count: number }>`
    with answers as (
      select distinct on (m.ticket_id) m.ticket_id, m.conversation_id, m.sent_at, m.id
      from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
      where m.company_id = ${ctx.companyId} and m.id = any (${echoes.map(({ id }) => id)}::bigint[]) and t.unread_count > 0
      order by m.ticket_id, m.sent_at desc, m.id desc),
    seen as (
      update messages m set ack = 3 from answers a
      where m.company_id = ${ctx.companyId} and m.conversation_id = a.conversation_id and m.ticket_id = a.ticket_id
        and (m.sent_at, m.id) < (a.sent_at, a.id) and not m.from_me and m.ack < 3)
    update tickets t set unread_count = least(t.unread_count, (
      select count(*) from messages m
      where m.company_id = ${ctx.companyId} and m.conversation_id = a.conversation_id and m.ticket_id = a.ticket_id
        and (m.sent_at, m.id) > (a.sent_at, a.id) and not m.from_me and m.ack < 3))
    from answers a where t.company_id = ${ctx.companyId} and t.id = a.ticket_id
    returning t.id, t.unread_count`.execute(ctx.db)
  for (const { id, unread_count } of rows)
    ctx.emit(unread_count === 0 ? 'ticket.read' : 'ticket.changed', { ticketId: id })
}
