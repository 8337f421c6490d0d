declare module '#platform/facts' {
  interface Facts {
    /** It is new, or its data, tags or switches are others now. */
    'contact.saved': { contactId: number }
    'contact.deleted': { contactId: number }
  }
}

export {}
