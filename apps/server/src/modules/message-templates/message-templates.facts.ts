declare module '#platform/facts' {
  interface Facts {
    'messageTemplate.saved': { templateId: number }
    'messageTemplate.deleted': { templateId: number }
  }
}

export {}
