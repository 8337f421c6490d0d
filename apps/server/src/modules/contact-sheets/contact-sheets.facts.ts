declare module '#platform/facts' {
  interface Facts {
    /** Contacts were added or completed by an import, too many to name each. */
    'contacts.imported': { sheetId: number }
  }
}

export {}
