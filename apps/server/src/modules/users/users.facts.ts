declare module '#platform/facts' {
  interface Facts {
    'user.saved': { userId: number; isNew: boolean }
    'user.deleted': { userId: number }
  }
}

export {}
