import type { NoteView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { maskNumbersIn } from '#modules/contacts'
import type { NoteRow } from './notes.repository.ts'

/** `masked`: the viewer must not see phone numbers (S67). */
export function presentNote(row: NoteRow, { masked }: { masked: boolean }): NoteView {
  return {
    id: row.id,
    note: row.note,
    ticketId: row.ticket_id,
    contactId: row.contact_id,
    userId: row.user_id,
    user: { id: row.user_id, name: row.user_name },
    contact: { id: row.contact_id, name: masked ? maskNumbersIn(row.contact_name) : row.contact_name },
    ticket: {
      id: row.ticket_id,
      status: row.ticket_status,
      createdAt: isoTime(row.ticket_created_at),
    },
    createdAt: isoTime(row.created_at),
  }
}
