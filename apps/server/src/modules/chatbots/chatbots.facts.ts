declare module '#platform/facts' {
  interface Facts {
    'option.saved': { optionId: number; queueId: number }
    /** With all options below it. */
    'option.deleted': { optionId: number; queueId: number }
  }
}

export {}
