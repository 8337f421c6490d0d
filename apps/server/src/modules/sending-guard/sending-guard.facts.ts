declare module '#platform/facts' {
  interface Facts {
    /** A number was paused or resumed, or its limits were changed. */
    'sendingGuard.changed': { connectionId: number }
  }
}

export {}
