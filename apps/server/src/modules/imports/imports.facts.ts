declare module '#platform/facts' {
  interface Facts {
    /** Old messages are wanted. A phone tells them only to whom it is linked anew. */
    'import.asked': { connectionId: number }
    /** An import of old messages has come further, has ended, or was called off. */
    'import.moved': { connectionId: number }
  }
}

export {}
