declare module '#platform/facts' {
  interface Facts {
    'tag.saved': { tagId: number }
    'tag.deleted': { tagId: number }
  }
}

export {}
