import { type Ctx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { insertPosted } from '#modules/messages'
import {
  type LockedTicket,
  type TicketRow,
  acceptTicket,
  accessTicketForChange,
  adjustBot,
  conflict,
  findTicket,
  keepTransferNote,
  returnToQueue,
  transferToQueue,
  transferToUser,
} from '#modules/tickets'
import { announceTransfer } from './announce-transfer.ts'
import { closeWithFarewell } from './close-with-farewell.ts'
import { type Change, intentOf } from './ticket-intent.ts'

/**
 * Accepts, transfers, returns, closes or reopens a ticket. Returns the changed ticket; or, for a closed ticket whose
 * conversation has another ticket that is not closed, that ticket.
 */
export async function changeTicket(ctx: Ctx, id: number, change: Change): Promise<TicketRow> {
  const ticket = await accessTicketForChange(ctx, id)
  const other = ticket.status === 'closed' ? await findCurrentTicketOf(ctx, ticket) : undefined
  if (other) return other

  const { queueId } = change
  switch (intentOf(ticket, change, userIdOf(ctx.actor))) {
    case 'accept':
    case 'reopen':
      await acceptTicket(ctx, ticket, { userId: personOf(ctx, change), queueId })
      break
    case 'takeOver':
      throw await conflict(ctx, ticket.id)
    case 'transferToUser': {
      const userId = change.userId ?? personOf(ctx, change)
      await transferToUser(ctx, ticket, { userId, queueId })
      await tellTransfer(ctx, ticket, change, { userId, queueId: queueId ?? ticket.queue_id })
      break
    }
    case 'transferToQueue':
      if (!queueId) throw badRequest('ERR_QUEUE_REQUIRED')
      await transferToQueue(ctx, ticket, queueId)
      await tellTransfer(ctx, ticket, change, { userId: null, queueId })
      break
    case 'returnToQueue':
      await returnToQueue(ctx, ticket)
      break
    case 'close':
      await closeWithFarewell(ctx, ticket, {
        sendFarewell: change.sendFarewellMessage ?? true,
        asksRating: change.asksRating ?? true,
      })
      break
    case 'adjust':
      break
  }
  await adjustBot(ctx, ticket, change)
  return reread(ctx, id)
}

/** A person takes a ticket for themselves; other actors name the user. */
function personOf(ctx: Ctx, { userId }: Change): number {
  const person = userIdOf(ctx.actor) ?? userId
  if (!person) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.userId', message: 'required' }] })
  return person
}

/** Adds the private note for colleagues and the announcement for the customer. */
async function tellTransfer(
  ctx: Ctx,
  ticket: LockedTicket,
  { transferNote }: Change,
  to: { userId: number | null; queueId: number | null },
): Promise<void> {
  if (transferNote) {
    const note = await insertPosted(ctx, ticket, { body: transferNote, isPrivate: true })
    await keepTransferNote(ctx, ticket.id, note.id)
  }
  await announceTransfer(ctx, ticket, to)
}

async function findCurrentTicketOf(ctx: Ctx, ticket: LockedTicket): Promise<TicketRow | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from tickets where company_id = ${ctx.companyId} and conversation_id = ${ticket.conversation_id} and status <> 'closed'`.execute(
    ctx.db,
  )
  return rows[0] && findTicket(ctx, rows[0].id)
}

async function reread(ctx: Ctx, id: number): Promise<TicketRow> {
  const ticket = await findTicket(ctx, id)
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND')
  return ticket
}
