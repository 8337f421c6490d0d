import type { Ctx, UserCtx } from '#platform/context'
import { noPermission, notFound } from '#platform/errors'
import { accessTicket } from '#modules/tickets'
import { type NoteRow, findNote } from './notes.repository.ts'

/** Checks access to the notes of a ticket. A contact that is named must be the ticket's own. */
export async function accessTicketOfNotes(
  ctx: Ctx,
  { ticketId, contactId }: { ticketId: number; contactId?: number | undefined },
): Promise<void> {
  const ticket = await accessTicket(ctx, ticketId)
  if (contactId !== undefined && contactId !== ticket.contact_id) throw notFound('ERR_NO_TICKET_FOUND')
}

/** The author and admins may remove a note of a ticket that they may see. */
export async function accessNoteForRemoval(ctx: UserCtx, id: number): Promise<NoteRow> {
  const note = await findNote(ctx, id)
  if (!note) throw notFound('ERR_NO_NOTE_FOUND')
  await accessTicket(ctx, note.ticket_id).catch((error: unknown) => {
    // The error for a hidden ticket must not reveal that the note exists.
    throw isNotFound(error) ? notFound('ERR_NO_NOTE_FOUND') : error
  })
  if (note.user_id !== ctx.actor.userId && ctx.actor.profile !== 'admin') throw noPermission()
  return note
}

const isNotFound = (error: unknown) => error instanceof Error && 'status' in error && error.status === 404
