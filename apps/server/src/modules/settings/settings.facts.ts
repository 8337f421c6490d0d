declare module '#platform/facts' {
  interface Facts {
    /** One of the company's settings, or of the installation's, has another value now. */
    'settings.saved': { key: string }
  }
}

export {}
