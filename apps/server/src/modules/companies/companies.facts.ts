declare module '#platform/facts' {
  interface Facts {
    'company.saved': { companyId: number }
    /** It was switched off, so its users may not go on working. */
    'company.disabled': { companyId: number }
  }
}

export {}
