declare module '#platform/facts' {
  interface Facts {
    /** A setting of the company or of the installation has a new value. */
    'settings.saved': { key: string }
  }
}

export {}
