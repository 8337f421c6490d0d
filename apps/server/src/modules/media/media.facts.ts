declare module '#platform/facts' {
  interface Facts {
    /** A file was fetched, or its thumbnail was made. */
    'media.ready': { fileId: number }
    /** All tries to fetch the file have failed. */
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
