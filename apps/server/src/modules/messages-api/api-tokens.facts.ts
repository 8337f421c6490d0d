declare module '#platform/facts' {
  interface Facts {
    /** A named token was made or deleted. */
    'apiTokens.changed': { apiTokenId: number }
  }
}

export {}
