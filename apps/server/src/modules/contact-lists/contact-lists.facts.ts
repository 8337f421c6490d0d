declare module '#platform/facts' {
  interface Facts {
    /** Also when it has more or fewer people. */
    'contactList.saved': { contactListId: number; isNew?: true }
    /** Nobody sees it any more. */
    'contactList.deleted': { contactListId: number }
    'contactListItem.saved': { contactListItemId: number; isNew?: true }
    'contactListItem.deleted': { contactListItemId: number; contactListId: number }
    /** Many people at once. */
    'contactList.filled': { contactListId: number }
  }
}

export {}
