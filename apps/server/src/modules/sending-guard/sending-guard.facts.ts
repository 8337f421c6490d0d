declare module '#platform/facts' {
  interface Facts {
    /** A number was paused or resumed, or its limits were changed. */
    'sendingGuard.changed': { connectionId: number }
    /** Messages were taken back that had used so much of the number's budget of this day, YYYY-MM-DD. */
    'sendingGuard.takenBack': { connectionId: number; day: string; strangers: number; known: number }
  }
}

export {}
