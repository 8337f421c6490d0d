declare module '#platform/facts' {
  interface Facts {
    /** A message or a private note was stored. */
    'message.created': { messageId: number; ticketId: number }
    /** Its ack, text, reactions, file or failure changed. */
    'message.updated': { messageId: number; ticketId: number }
    /** A private note was deleted. */
    'message.removed': { messageId: number; ticketId: number }
    /** Messages of campaigns were sent, were not sent, or got an ack: with a ticket or without. */
    'campaignMessages.changed': { messageIds: number[] }
    /** Messages were made from templates, which may go outside of the answer window. */
    'templates.posted': { messageIds: number[] }
    /** A message of a campaign was deleted by a person. */
    'campaignMessages.deleted': { messageId: number }
  }
}

export {}
