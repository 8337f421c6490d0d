declare module '#platform/facts' {
  interface Facts {
    /** An invoice was paid and the company's licence renewed. */
    'invoice.paid': { invoiceId: number }
    /** An invoice, the ledger, or what the operator must look at was changed. */
    'billing.changed': { companyId: number }
    /** Of the operator's company: the same in any company. */
    'ledger.changed': { companyId: number }
  }
}

export {}
