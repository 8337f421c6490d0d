declare module '#platform/facts' {
  interface Facts {
    /** Of the operator's company: how many days after the due date everything still works, for all companies. */
    'graceDays.changed': { before: number; after: number }
  }
}

export {}
