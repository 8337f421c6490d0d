import type { ScheduleStatus, ScheduleView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { maskNumbersIn } from '#modules/contacts'
import type { MediaLinks } from '#modules/media'
import type { ScheduleRow } from './schedules.repository.ts'

interface Viewer {
  /** Phone numbers are masked for them (S67). */
  masked: boolean
  links: MediaLinks
}

export function presentSchedule(row: ScheduleRow, { masked, links }: Viewer): ScheduleView {
  return {
    id: row.id,
    companyId: row.company_id,
    body: row.body,
    sendAt: isoTime(row.send_at),
    sentAt: isoTime(row.sent_at),
    status: statusOf(row),
    isLate: row.is_late,
    failure: row.failure ?? row.message_failure,
    hold: row.held_reason === null ? null : { reason: row.held_reason, until: isoTime(row.held_until) },
    contactId: row.contact_id,
    contact: { id: row.contact_id, name: masked ? maskNumbersIn(row.contact_name) : row.contact_name },
    userId: row.user_id,
    user: { id: row.user_id, name: row.user_name },
    ticketId: row.ticket_id,
    whatsappId: row.connection_id,
    recurrence: row.recurrence,
    recursUntil: row.recurs_until,
    mediaUrl: row.file_key === null ? null : links.file(row.company_id, row.file_key),
    mediaName: row.file_name,
    mediaType: row.media_type,
    mediaSize: row.file_bytes,
    template: row.template,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

/** One that became a message is sent once the network has it. A message may have been deleted since. */
function statusOf({ status, message_ack, message_failure }: ScheduleRow): ScheduleStatus {
  if (status !== 'ENVIADA') return status
  if (message_failure !== null) return 'ERRO'
  return message_ack === 0 ? 'AGENDADA' : 'ENVIADA'
}
