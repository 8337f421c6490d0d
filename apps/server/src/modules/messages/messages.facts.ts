declare module '#platform/facts' {
  interface Facts {
    /** A message came in, was sent, or was noted. */
    'message.created': { messageId: number; ticketId: number }
    /** Its ack, text, reactions, file or failure changed. */
    'message.updated': { messageId: number; ticketId: number }
    /** A private note was taken away: it is gone. */
    'message.removed': { messageId: number; ticketId: number }
  }
}

export {}
