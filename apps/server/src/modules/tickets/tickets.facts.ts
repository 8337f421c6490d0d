import type { TicketState } from '#modules/visibility'

declare module '#platform/facts' {
  interface Facts {
    /** `from`: the state before, if status, user or queue changed. */
    'ticket.changed': { ticketId: number; from?: TicketState }
    'ticket.accepted': { ticketId: number; userId: number }
    'ticket.closed': { ticketId: number; contactId: number }
    /** A person has switched off what answers its customer outside, or its queue was deleted. */
    'ticket.botStopped': { ticketId: number }
    'ticket.read': { ticketId: number }
    'ticket.removed': { ticketId: number; from: TicketState }
  }
}
