import type { QueueView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { QueueRow } from './queues.repository.ts'

export function presentQueue(row: QueueRow): QueueView {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    color: row.color,
    greetingMessage: row.greeting_message,
    outOfHoursMessage: row.out_of_hours_message,
    orderQueue: row.position,
    ativarRoteador: row.rotates,
    tempoRoteador: row.rotation_minutes,
    schedules: row.opening_hours,
    integrationId: null,
    fileListId: row.file_list_id,
    promptId: null,
    closeTicket: row.closes_ticket,
    chatbots: [],
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}
