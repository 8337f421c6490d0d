import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { ScheduleDialog } from '../../schedules/schedule-dialog.tsx'

/** Schedules a message for the contact of the ticket, in its conversation. */
export function ScheduleMessage({ ticket, onClose }: { ticket: ListedTicket; onClose: () => void }) {
  const { contact, whatsappId } = ticket
  return (
    <ScheduleDialog
      contact={contact}
      given={{ contactId: contact.id, whatsappId: whatsappId ?? undefined }}
      onClose={onClose}
    />
  )
}
