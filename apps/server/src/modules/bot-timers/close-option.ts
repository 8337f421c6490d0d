import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { armTimers } from '#modules/ticket-timers'
import { type LockedTicket, closeTicket, keepBotMemory } from '#modules/tickets'

/**
 * After the message of an option that ends the conversation, without a farewell. Not if a person has taken the ticket, nor
 * if the customer has written since, which a person reads.
 */
export async function closeOption(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  if (ticket.status !== 'pending' || ticket.user_id !== null) return
  if (!(await hasGoneOn(ctx, ticket.id))) return closeTicket(ctx, ticket)
  await keepBotMemory(ctx, ticket.id, { ...ticket.bot, isBot: false })
  await armTimers(ctx, [ticket.id])
}

/** Whether the customer has written after the choice of the option, by the log. */
async function hasGoneOn(ctx: Ctx, ticketId: number): Promise<boolean> {
  const { rows } = await sql<{ has_gone_on: boolean }>`
    select exists (
      select from messages m
      where m.company_id = ${ctx.companyId} and m.ticket_id = ${ticketId} and not m.from_me
        and m.id > (select (l.detail ->> 'messageId')::bigint from ticket_log l
                    where l.company_id = ${ctx.companyId} and l.ticket_id = ${ticketId}
                      and l.kind = 'chatBot' and l.detail ->> 'rule' = 'queueMenu'
                    order by l.id desc limit 1)) as has_gone_on`.execute(ctx.db)
  return rows[0]?.has_gone_on ?? false
}
