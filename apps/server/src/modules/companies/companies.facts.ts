declare module '#platform/facts' {
  interface Facts {
    'company.saved': { companyId: number }
    /** It was switched off, so its users lose access. */
    'company.disabled': { companyId: number }
  }
}

export {}
