declare module '#platform/facts' {
  interface Facts {
    'prompt.saved': { promptId: number }
    /** It is gone; connections and queues let go of it within the same transaction. */
    'prompt.deleted': { promptId: number }
  }
}

export {}
