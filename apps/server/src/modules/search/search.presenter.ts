import type { Found } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import { maskNumbersIn, presentPicture } from '#modules/contacts'
import { presentFound } from '#modules/tickets'
import type { HitRow } from './search.repository.ts'

interface Viewer {
  /** Numbers are masked for this viewer (S67). */
  masked: boolean
  /** The origin under which browsers reach this installation. */
  origin: string
}

export function presentHit(row: HitRow, term: string, { masked, origin }: Viewer): Found {
  const queue =
    row.queue_id !== null && row.queue_name !== null
      ? { id: row.queue_id, name: row.queue_name, color: row.queue_color ?? '' }
      : null
  const found = presentFound(row.found, term, masked)
  return {
    ...found,
    messageId: row.note_id === null ? found.messageId : null,
    noteId: row.note_id,
    ticket: { id: row.ticket_id, uuid: row.ticket_uuid, status: row.ticket_status, queue },
    contact: {
      id: row.contact_id,
      name: masked ? maskNumbersIn(row.contact_name) : row.contact_name,
      urlPicture: presentPicture(row.contact_picture, origin).urlPicture,
      channel: factsOf(row.channel).shownAs,
    },
  }
}
