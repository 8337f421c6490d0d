import { type Ctx, asBot } from '#platform/context'
import { sql } from '#platform/database/sql'
import { type LockedTicket, logTicket } from '#modules/tickets'
import { insertPosted } from './post-message.ts'

const mostByItself = 20

/** The house says something in a ticket by itself, in the name of whoever acts. */
export async function answerByItself(ctx: Ctx, ticket: LockedTicket, text: string): Promise<void> {
  if (text.trim() === '' || !(await mayAnswer(ctx, ticket))) return
  await insertPosted(asBot(ctx), ticket, { body: text })
}

/** Two machines must not talk to each other for ever: at most 20 automatic messages per contact in 10 minutes, then the ticket says so (R13). */
async function mayAnswer(ctx: Ctx, ticket: LockedTicket): Promise<boolean> {
  const { rows } = await sql<{ said: number; flagged: boolean }>`
    select (select count(*) from messages m
            where m.company_id = ${ctx.companyId} and m.conversation_id = ${ticket.conversation_id} and m.origin = 'bot' and m.sent_at > now() - interval '10 minutes') as said,
           exists (select from ticket_log l where l.company_id = ${ctx.companyId} and l.ticket_id = ${ticket.id} and l.kind = 'loopGuard'
                   and l.created_at > now() - interval '10 minutes') as flagged`.execute(ctx.db)
  const { said, flagged } = rows[0] ?? { said: 0, flagged: false }
  if (said < mostByItself) return true
  if (!flagged) {
    await logTicket(ctx, ticket.id, 'loopGuard')
    ctx.emit('ticket.changed', { ticketId: ticket.id })
  }
  return false
}
