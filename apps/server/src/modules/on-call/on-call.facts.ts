declare module '#platform/facts' {
  interface Facts {
    'onCall.saved': { onCallId: number }
    'onCall.deleted': { onCallId: number }
    /** Somebody on call is told in the application that the customer of this ticket waits. */
    'onCall.noticed': { ticketId: number; userId: number }
  }
}

export {}
