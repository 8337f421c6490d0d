declare module '#platform/facts' {
  interface Facts {
    /** A setting of the company or of the installation has a new value. */
    'settings.saved': { key: string }
    /** A day of the company was added, changed or removed, or a national holiday opened or closed. */
    'holidays.saved': { holidayId: number }
  }
}

export {}
