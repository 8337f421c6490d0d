import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { JoinedTickets } from '#modules/contacts'
import { moveDrafts } from '#modules/drafts'
import { moveNotes } from '#modules/notes'
import { copyTicketTags } from '#modules/tags'
import { type MovableTicket, moveTickets, mergeLastMessage, previewsOf } from '#modules/tickets'
import { moveMessagesOfTicket } from './tables/messages-of-conversation.repository.ts'

type UnclosedTicket = MovableTicket & { conversation_id: number }

/**
 * Merges the tickets of two conversations that are merged, if neither is closed. The ticket that is served stays, else the
 * older one whose service is not over. It gets the messages, notes, tags and drafts of the other, which is closed without a farewell.
 */
export async function joinTickets(ctx: Ctx, into: number, from: number): Promise<JoinedTickets | undefined> {
  const { rows } = await sql<UnclosedTicket>`
    select id, conversation_id, contact_id, status, user_id, queue_id, is_group from tickets
    where company_id = ${ctx.companyId} and conversation_id in (${into}, ${from}) and status <> 'closed'
    order by (status = 'open') desc, (status = 'nps'), id for update`.execute(ctx.db)
  const [staying, ending] = rows
  if (!staying || !ending) return undefined

  const previews = await previewsOf(ctx, [staying.id, ending.id])
  const messages = await moveMessagesOfTicket(
    ctx,
    { conversationId: ending.conversation_id, ticketId: ending.id },
    { conversationId: staying.conversation_id, ticketId: staying.id },
  )
  const notes = await moveNotes(ctx, ending.id, staying.id)
  await copyTicketTags(ctx, ending.id, staying.id)
  await moveDrafts(ctx, ending.id, staying.id)
  await mergeLastMessage(ctx, staying.id, ending.id)
  const { status, user_id: userId } = staying
  await moveTickets(
    ctx,
    [
      { ticket: ending, to: { status: 'closed', userId: ending.user_id, queueId: ending.queue_id } },
      { ticket: staying, to: { status, userId, queueId: staying.queue_id ?? ending.queue_id } },
    ],
    'join',
  )
  return { staying: staying.id, ending: ending.id, messages, notes, previews }
}
