declare module '#platform/facts' {
  interface Facts {
    /** It was created or changed, or its numbers have changed. */
    'campaign.saved': { campaignId: number; isNew?: true }
    'campaign.deleted': { campaignId: number }
    'campaignSettings.saved': Record<string, never>
  }
}

declare module '#platform/work/wakes' {
  interface Workers {
    /** Sends what is due of the campaigns. */
    campaigns: true
  }
}

export {}
