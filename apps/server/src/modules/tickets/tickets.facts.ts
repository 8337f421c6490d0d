import type { TicketState } from '#modules/visibility'

declare module '#platform/facts' {
  interface Facts {
    /** `from`: where it stood before, if it has moved. `byUserId`: who moved it, where that was a person. */
    'ticket.changed': { ticketId: number; from?: TicketState }
    'ticket.accepted': { ticketId: number; userId: number }
    'ticket.closed': { ticketId: number; contactId: number }
    'ticket.read': { ticketId: number }
    'ticket.removed': { ticketId: number; from: TicketState }
  }
}
