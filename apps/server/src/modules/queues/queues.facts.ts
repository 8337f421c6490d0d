declare module '#platform/facts' {
  interface Facts {
    'queue.saved': { queueId: number }
    /** It was archived: no list shows it, it has no members, and no connection offers it. */
    'queue.deleted': { queueId: number }
  }
}

export {}
