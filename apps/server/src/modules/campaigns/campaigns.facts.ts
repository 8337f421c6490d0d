declare module '#platform/facts' {
  interface Facts {
    /** It was created or changed. `isProgress`: its numbers or its status have changed, and nothing else. */
    'campaign.saved': { campaignId: number; isNew?: true; isProgress?: true }
    'campaign.deleted': { campaignId: number }
    'campaignSettings.saved': Record<string, never>
  }
}

declare module '#platform/work/wakes' {
  interface Workers {
    /** Sends what is due of the campaigns. */
    campaigns: true
    /** Messages of campaigns were sent or have arrived, so there is room for the next ones. */
    campaignProgress: true
  }
}

export {}
