import { api, centsOf, decimalOf } from '@guiche/contract'
import i18next from 'i18next'
import { rulesOf } from '../../../lib/form-rules.ts'
import { amountOf, writtenAmount } from '../../../lib/text/amount.ts'
import type { LedgerInvoice } from './ledger.api.ts'

export type EntryValues = {
  /** As people in Brazil write it. */
  amount: string
  reason: string
}

const ofReason = rulesOf(api.refundPayment.body.pick({ reason: true }))

export const entryRules = (values: EntryValues): Record<string, string> => ({
  ...ofReason(values),
  ...(!isPositive(values.amount) && { amount: i18next.t('billing.ledger.amountWrong') }),
})

const isPositive = (written: string) => (centsOf(amountOf(written) ?? '') ?? 0) > 0

/** What is still missing of an invoice, as it is written; empty if nothing is. */
export function missingOf({ amount, paid }: Pick<LedgerInvoice, 'amount' | 'paid'>): string {
  const missing = (centsOf(amount) ?? 0) - signedCents(paid)
  return missing > 0 ? writtenAmount(decimalOf(missing)) : ''
}

/** More may have gone back than came. */
const signedCents = (decimal: string) =>
  decimal.startsWith('-') ? -(centsOf(decimal.slice(1)) ?? 0) : (centsOf(decimal) ?? 0)
