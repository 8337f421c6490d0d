declare module '#platform/facts' {
  interface Facts {
    /** An import of old messages was requested. A phone sends its history only right after it is linked. */
    'import.asked': { connectionId: number }
    /** An import of old messages has advanced, ended or been cancelled. */
    'import.moved': { connectionId: number }
  }
}

export {}
