import type { OptionView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { OptionRow } from './chatbots.repository.ts'

export function presentOption(row: OptionRow): OptionView {
  return {
    id: row.id,
    queueId: row.parent_id === null ? row.queue_id : null,
    chatbotId: row.parent_id,
    name: row.name,
    greetingMessage: row.greeting_message,
    queueType: row.kind,
    optQueueId: row.target_queue_id,
    optUserId: row.target_user_id,
    optIntegrationId: row.target_integration_id,
    optFileId: row.target_file_list_id,
    closeTicket: row.closes_ticket,
    isAgent: false,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

/** As older clients have it. */
export function presentQueueOption(row: OptionRow) {
  return {
    id: row.id,
    title: row.name,
    message: row.greeting_message,
    option: String(row.position),
    queueId: row.queue_id,
    parentId: row.parent_id,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}
