import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Id, IdParams, When, hasLetters } from '../shared/fields.ts'
import { ContactRef, UserRef } from '../shared/refs.ts'
import { TicketStatus } from './ticket-view.ts'

export const NoteView = z.object({
  id: z.number(),
  note: z.string(),
  ticketId: z.number(),
  contactId: z.number(),
  userId: z.number(),
  user: UserRef,
  contact: ContactRef,
  ticket: z.object({ id: z.number(), status: TicketStatus, createdAt: When }),
  createdAt: When,
})
export type NoteView = z.output<typeof NoteView>

const NotesQuery = z.object({ ticketId: Id, contactId: Id.optional() })
export const NoteBody = z.object({
  note: z.string('required').trim().min(2, 'tooShort').max(5000, 'tooLong').refine(hasLetters(2), 'tooShort'),
  ticketId: Id,
  contactId: Id.optional(),
})

export const noteCalls = {
  listNotes: endpoint({
    method: 'GET',
    path: '/ticket-notes/list',
    summary: 'Notes of a ticket and its contact, newest first',
    access: 'user',
    feature: 'none',
    query: NotesQuery,
    answer: z.array(NoteView),
  }),
  createNote: endpoint({
    method: 'POST',
    path: '/ticket-notes',
    summary: 'A new note',
    access: 'user',
    feature: 'none',
    body: NoteBody,
    answer: NoteView,
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/ticket-notes/:id',
    summary: 'Remove a note: the author and admins',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
} as const
