declare module '#platform/facts' {
  interface Facts {
    /** Somebody has opted out of campaigns, or in again. */
    'optOut.changed': { contactId: number }
    /** Many have opted out at once, too many to name each. */
    'optOuts.imported': Record<string, never>
    /** Somebody who is no contact gets campaigns again. */
    'optOut.ended': Record<string, never>
    'optOutWords.saved': Record<string, never>
  }
}

export {}
