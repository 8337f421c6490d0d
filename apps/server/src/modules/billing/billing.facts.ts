declare module '#platform/facts' {
  interface Facts {
    /** An invoice was paid and the company's licence renewed. */
    'invoice.paid': { invoiceId: number }
  }
}

export {}
