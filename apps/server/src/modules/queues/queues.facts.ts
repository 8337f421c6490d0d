declare module '#platform/facts' {
  interface Facts {
    'queue.saved': { queueId: number }
    /** It is archived: no list shows it, and nobody is its member any more. */
    'queue.deleted': { queueId: number }
  }
}

export {}
