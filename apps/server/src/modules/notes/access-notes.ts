import type { UserCtx } from '#platform/context'
import { noPermission, notFound } from '#platform/errors'
import { type NoteRow, findNote } from './notes.repository.ts'

/** How to obtain a ticket on behalf of a user; throws where they may not see it. */
export type AccessTicket = (ctx: UserCtx, ticketId: number) => Promise<{ contact_id: number }>

/** The ticket whose notes are meant; a contact that is named with it must be its own. */
export async function accessTicketOfNotes(
  ctx: UserCtx,
  accessTicket: AccessTicket,
  { ticketId, contactId }: { ticketId: number; contactId?: number | undefined },
): Promise<void> {
  const ticket = await accessTicket(ctx, ticketId)
  if (contactId !== undefined && contactId !== ticket.contact_id) throw notFound('ERR_NO_TICKET_FOUND')
}

/** To remove it: its author and admins may, of a ticket that they may see. */
export async function accessNoteForRemoval(ctx: UserCtx, accessTicket: AccessTicket, id: number): Promise<NoteRow> {
  const note = await findNote(ctx, id)
  if (!note) throw notFound('ERR_NO_NOTE_FOUND')
  await accessTicket(ctx, note.ticket_id).catch((error: unknown) => {
    // What is said of the ticket must not tell that there is such a note.
    throw isNotFound(error) ? notFound('ERR_NO_NOTE_FOUND') : error
  })
  if (note.user_id !== ctx.actor.userId && ctx.actor.profile !== 'admin') throw noPermission()
  return note
}

const isNotFound = (error: unknown) => error instanceof Error && 'status' in error && error.status === 404
