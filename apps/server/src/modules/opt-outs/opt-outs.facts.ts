declare module '#platform/facts' {
  interface Facts {
    /** Somebody has opted out of campaigns, or in again. */
    'optOut.changed': { contactId: number }
    'optOutWords.saved': Record<string, never>
  }
}

export {}
