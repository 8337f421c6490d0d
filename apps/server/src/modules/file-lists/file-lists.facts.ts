declare module '#platform/facts' {
  interface Facts {
    'fileList.saved': { fileListId: number }
    /** It is gone; what uses it lets go of it within the same transaction. */
    'fileList.deleted': { fileListId: number }
  }
}

export {}
