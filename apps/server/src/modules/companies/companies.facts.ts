declare module '#platform/facts' {
  interface Facts {
    /** It was changed, or the day has changed the state of its subscription. */
    'company.saved': { companyId: number }
    /** It was switched off, so its users lose access. */
    'company.disabled': { companyId: number }
    /** Of the operator's company: any company was created, changed or erased. */
    'companyList.changed': { companyId: number }
    /** Of the operator's company: any company has paid. */
    'companyList.paid': { companyId: number }
    /** Of the operator's company: a plan was created, changed or deleted. */
    'planList.changed': { planId: number }
  }
}

export {}
