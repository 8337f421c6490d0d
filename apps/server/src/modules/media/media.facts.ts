declare module '#platform/facts' {
  interface Facts {
    /** A file that was awaited has come, or its thumbnail has. */
    'media.ready': { fileId: number }
    /** All tries to fetch it have failed. */
    'media.failed': { fileId: number }
  }
}

declare module '#platform/work/jobs' {
  interface Jobs {
    'media.fetch': { companyId: number; fileId: number }
    'media.thumbnail': { companyId: number; fileId: number }
  }
}

export {}
