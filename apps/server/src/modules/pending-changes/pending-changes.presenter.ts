import type { PendingChangeView } from '@guiche/contract'
import { maskNumbersIn } from '#modules/contacts'
import type { ListedPendingChange } from './pending-changes.repository.ts'

/** `masked`: the viewer must not see phone numbers (S67). */
export const presentPendingChange = (row: ListedPendingChange, { masked }: { masked: boolean }): PendingChangeView => ({
  id: row.id,
  kind: row.kind,
  ticketId: row.ticket_id,
  ticketUuid: row.ticket_uuid,
  messageId: row.message_id,
  contactName: masked ? maskNumbersIn(row.contact_name) : row.contact_name,
  dueIn: row.due_in,
})
