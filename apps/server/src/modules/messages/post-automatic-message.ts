import { type Ctx, asBot } from '#platform/context'
import { sql } from '#platform/database/sql'
import { type LockedTicket, logTicket } from '#modules/tickets'
import { insertPosted } from './post-message.ts'

const maxAutomatic = 20

/** Posts a message as the bot, on behalf of the current actor. False: the text is empty, or nothing more may be posted. */
export async function postAutomaticMessage(ctx: Ctx, ticket: LockedTicket, text: string): Promise<boolean> {
  if (text.trim() === '' || !(await mayPost(ctx, ticket))) return false
  await insertPosted(asBot(ctx), ticket, { body: text })
  return true
}

/**
 * Prevents endless loops with other machines: after 20 automatic messages in a conversation in 10 minutes none is sent, and
 * the log of the ticket says so (R13).
 */
async function mayPost(ctx: Ctx, ticket: LockedTicket): Promise<boolean> {
  const { rows } = await sql<{ said: number; flagged: boolean }>`
    select (select count(*) from messages m
            where m.company_id = ${ctx.companyId} and m.conversation_id = ${ticket.conversation_id} and m.origin = 'bot' and m.sent_at > now() - interval '10 minutes') as said,
           exists (select from ticket_log l where l.company_id = ${ctx.companyId} and l.ticket_id = ${ticket.id} and l.kind = 'loopGuard'
                   and l.created_at > now() - interval '10 minutes') as flagged`.execute(ctx.db)
  const { said, flagged } = rows[0] ?? { said: 0, flagged: false }
  if (said < maxAutomatic) return true
  if (!flagged) {
    await logTicket(ctx, ticket.id, 'loopGuard')
    ctx.emit('ticket.changed', { ticketId: ticket.id })
  }
  return false
}
