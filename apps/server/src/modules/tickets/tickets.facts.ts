import type { TicketStatus } from '@guiche/contract'

/** Where a ticket stands: what decides who sees it and in which list. */
export interface TicketPlace {
  status: TicketStatus
  queueId: number | null
  userId: number | null
  isGroup: boolean
}

declare module '#platform/facts' {
  interface Facts {
    /** `from`: where it stood before, if it has moved. `byUserId`: who moved it, where that was a person. */
    'ticket.changed': { ticketId: number; from?: TicketPlace }
    'ticket.accepted': { ticketId: number; userId: number }
    'ticket.closed': { ticketId: number; contactId: number }
    'ticket.read': { ticketId: number }
    'ticket.removed': { ticketId: number; from: TicketPlace }
  }
}
