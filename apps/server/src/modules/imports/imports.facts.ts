declare module '#platform/facts' {
  interface Facts {
    /** An import of old messages has come further, has ended, or was called off. */
    'import.moved': { connectionId: number }
  }
}

export {}
