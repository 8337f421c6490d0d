import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Notes of a ticket and its contact, newest first. */
export const notesOf = (ticketId: number, contactId: number) =>
  queryOptions({
    queryKey: ['notes', ticketId],
    queryFn: ({ signal }) => call(api.listNotes, { query: { ticketId, contactId } }, { signal }),
  })

export const createNote = (note: string, ticketId: number, contactId: number) =>
  call(api.createNote, { body: { note, ticketId, contactId } })

export const deleteNote = (id: number) => call(api.deleteNote, { params: { id } })
