declare module '#platform/facts' {
  interface Facts {
    'company.saved': { companyId: number }
    /** It was switched off: nobody of it may go on working. */
    'company.disabled': { companyId: number }
  }
}

export {}
