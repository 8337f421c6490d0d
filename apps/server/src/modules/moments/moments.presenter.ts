import type { MomentsAttendant, MomentsTicket } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import { isoTime } from '#platform/iso-time'
import { maskNumbersIn, presentPicture } from '#modules/contacts'
import type { AttendantRow, MomentsRow } from './board.repository.ts'

interface Viewer {
  /** Numbers are masked for this viewer (S67). */
  masked: boolean
  /** The origin under which browsers reach this installation. */
  origin: string
}

export const presentAttendant = (
  { id, name, avatar_key, queues, open_tickets }: AttendantRow,
  online: boolean,
): MomentsAttendant => ({ id, name, profileImage: avatar_key, online, queues, openTickets: open_tickets })

export const presentMomentsTickets = (rows: MomentsRow[], viewer: Viewer) => ({
  tickets: rows.map((row) => presentMomentsTicket(row, viewer)),
  count: rows[0]?.total ?? 0,
})

function presentMomentsTicket(row: MomentsRow, { masked, origin }: Viewer): MomentsTicket {
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    channel: factsOf(row.channel).shownAs,
    isBot: row.is_bot,
    userId: row.user_id,
    queueId: row.queue_id,
    queue:
      row.queue_id !== null && row.queue_name !== null
        ? { id: row.queue_id, name: row.queue_name, color: row.queue_color ?? '' }
        : null,
    waitingSince: isoTime(row.waiting_since),
    contact: {
      id: row.contact_id,
      // Contacts without a name have their number as their name.
      name: masked ? maskNumbersIn(row.contact_name) : row.contact_name,
      urlPicture: presentPicture(row.contact_picture, origin).urlPicture,
    },
  }
}
