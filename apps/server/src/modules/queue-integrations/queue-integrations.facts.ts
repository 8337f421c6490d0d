declare module '#platform/facts' {
  interface Facts {
    'integration.saved': { integrationId: number }
    /** It is gone; what uses it lets go of it within the same transaction. */
    'integration.deleted': { integrationId: number }
  }
}

export {}
