declare module '#platform/facts' {
  interface Facts {
    /** It is new, or its data, tags or switches are others now. */
    'contact.saved': { contactId: number }
    'contact.deleted': { contactId: number }
    /** It was found to be another one: what it had is the other's now. */
    'contact.merged': { contactId: number; intoId: number }
  }
}

export {}
