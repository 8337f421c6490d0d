declare module '#platform/facts' {
  interface Facts {
    /** The contact is new, or its data, tags or switches have changed. */
    'contact.saved': { contactId: number; isNew?: true }
    'contact.deleted': { contactId: number }
    /** Contacts were added or completed by an import from this sheet or connection, too many to name each. */
    'contacts.imported': { sheetId: number } | { connectionId: number }
    /** The contact was merged into another one, which now has all of its data. */
    'contact.merged': { contactId: number; intoId: number }
    /** A merge was undone, so the contact is there again. */
    'contact.parted': { contactId: number; fromId: number }
  }
}

export {}
