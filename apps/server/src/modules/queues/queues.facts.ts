declare module '#platform/facts' {
  interface Facts {
    'queue.saved': { queueId: number }
    /** It is archived: no list shows it, nobody is its member any more, and no connection offers it. */
    'queue.deleted': { queueId: number }
  }
}

export {}
