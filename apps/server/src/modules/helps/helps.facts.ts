declare module '#platform/facts' {
  interface Facts {
    'help.saved': { helpId: number; isNew: boolean }
    'help.deleted': { helpId: number }
  }
}

export {}
