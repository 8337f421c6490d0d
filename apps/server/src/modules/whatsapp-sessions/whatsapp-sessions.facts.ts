declare module '#platform/facts' {
  interface Facts {
    /** A WhatsApp session has another state, or another code to scan. */
    'session.changed': { connectionId: number }
  }
}

export {}
