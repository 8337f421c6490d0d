declare module '#platform/facts' {
  interface Facts {
    /** The scheduled message is new, was changed, was sent, or could not be sent. */
    'schedule.saved': { scheduleId: number }
    'schedule.deleted': { scheduleId: number }
  }
}

export {}
