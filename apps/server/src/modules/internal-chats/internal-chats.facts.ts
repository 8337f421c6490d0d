declare module '#platform/facts' {
  interface Facts {
    /** It was created, or its title or members have changed. */
    'internalChat.saved': { chatId: number; addedIds: number[]; removedIds: number[] }
    /** `memberIds`: who was a member until then. */
    'internalChat.deleted': { chatId: number; memberIds: number[] }
    /** This member has read messages. */
    'internalChat.read': { chatId: number; userId: number }
    'internalMessage.created': { chatId: number; internalMessageId: number }
    /** It was edited, deleted or reacted to. */
    'internalMessage.changed': { chatId: number; internalMessageId: number }
  }
}

export {}
