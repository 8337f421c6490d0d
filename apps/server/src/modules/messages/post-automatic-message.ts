import { type Ctx, asBot } from '#platform/context'
import { sql } from '#platform/database/sql'
import { mediaTypeOf } from '#modules/media'
import { type LockedTicket, logTicket } from '#modules/tickets'
import type { MessageContent } from './message-content.ts'
import { insertPosted } from './post-message.ts'

/** At most so many automatic messages in a conversation within this time, in minutes. */
export const automaticLimit = { messages: 20, minutes: 10 }

interface Besides {
  /** A stored file, whose caption the text is. */
  fileId?: number
  /** The id of a message that is quoted. */
  quotes?: number
}

/** Posts a message as the bot, on behalf of the current actor. False: it is empty, or nothing more may be posted. */
export async function postAutomaticMessage(
  ctx: Ctx,
  ticket: LockedTicket,
  text: string,
  { fileId, quotes }: Besides = {},
): Promise<boolean> {
  if ((text.trim() === '' && fileId === undefined) || !(await mayPost(ctx, ticket))) return false
  const content = fileId === undefined ? null : () => contentOfFile(ctx, fileId)
  await insertPosted(asBot(ctx), ticket, { body: text, quotedMsgId: quotes ?? null, content })
  return true
}

async function contentOfFile(ctx: Ctx, fileId: number): Promise<MessageContent> {
  const { rows } = await sql<{ mime: string }>`
    select mime from files where company_id = ${ctx.companyId} and id = ${fileId}`.execute(ctx.db)
  return { fileId, mediaType: mediaTypeOf(rows[0]?.mime ?? '') }
}

/**
 * Prevents endless loops with other machines: after 20 automatic messages in a conversation in 10 minutes none is sent, and
 * the log of the ticket says so (R13).
 */
async function mayPost(ctx: Ctx, ticket: LockedTicket): Promise<boolean> {
  const { rows } = await sql<{ said: number; flagged: boolean }>`
    select (select count(*) from messages m
            where m.company_id = ${ctx.companyId} and m.conversation_id = ${ticket.conversation_id} and m.origin = 'bot' and m.sent_at > now() - make_interval(mins => ${automaticLimit.minutes})) as said,
           exists (select from ticket_log l where l.company_id = ${ctx.companyId} and l.ticket_id = ${ticket.id} and l.kind = 'loopGuard'
                   and l.created_at > now() - make_interval(mins => ${automaticLimit.minutes})) as flagged`.execute(
    ctx.db,
  )
  const { said, flagged } = rows[0] ?? { said: 0, flagged: false }
  if (said < automaticLimit.messages) return true
  if (!flagged) {
    await logTicket(ctx, ticket.id, 'loopGuard')
    ctx.emit('ticket.changed', { ticketId: ticket.id })
  }
  return false
}
