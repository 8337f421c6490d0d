declare module '#platform/facts' {
  interface Facts {
    /** An import of old messages was requested. A phone sends its history only when it is linked anew. */
    'import.asked': { connectionId: number }
    /** An import of old messages has advanced, ended or been cancelled. */
    'import.moved': { connectionId: number }
  }
}

export {}
