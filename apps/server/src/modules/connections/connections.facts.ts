declare module '#platform/facts' {
  interface Facts {
    'connection.saved': { connectionId: number }
    /** It is archived: no list shows it, and its token leads nowhere. */
    'connection.deleted': { connectionId: number }
  }
}

export {}
