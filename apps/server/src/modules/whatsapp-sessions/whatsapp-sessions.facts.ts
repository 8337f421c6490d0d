declare module '#platform/facts' {
  interface Facts {
    /** The state of a WhatsApp session has changed, or it has a new code to scan. */
    'session.changed': { connectionId: number }
  }
}

export {}
