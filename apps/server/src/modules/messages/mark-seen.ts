import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { LockedTicket } from '#modules/tickets'
import type { ReceivedMessage } from './receive-messages.ts'

/** What the customer wrote has been read, by somebody who opened it or who answers: their network is told so. */
export async function markSeen(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  await sql`
    with seen as (
      update messages set ack = 3
      where company_id = ${ctx.companyId} and conversation_id = ${ticket.conversation_id} and ticket_id = ${ticket.id} and not from_me and ack < 3
      returning id, external_id)
    insert into outbox (company_id, connection_id, conversation_id, message_id, action, payload)
    select ${ctx.companyId}, ${ticket.connection_id}, ${ticket.conversation_id}, max(id), 'read', jsonb_build_object('readIds', jsonb_agg(external_id order by id))
    from seen having count(*) > 0`.execute(ctx.db)
}

/** Who writes on the phone has read there what stands above it: its network knows. What came after stays unread. */
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
