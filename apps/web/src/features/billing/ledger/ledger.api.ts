import { type Answer, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useLive } from '../../../lib/live.ts'
import { reviewsKey } from '../reviews-key.ts'

const key = ['company-ledger'] as const

/** Invoices and ledger of a company. */
export const ledgerOf = (companyId: number) =>
  queryOptions({
    queryKey: [...key, companyId],
    queryFn: ({ signal }) => call(api.companyInvoices, { params: { companyId } }, { signal }),
    staleTime: 0,
  })

/** It changes while it is open: the company pays, or another operator enters something. */
export function useLiveLedger(companyId: number): void {
  const client = useQueryClient()
  useLive('ledger', (event) => {
    if (event.companyId === companyId) void client.invalidateQueries({ queryKey: [...key, companyId] })
  })
}

type Ledger = Answer<typeof api.companyInvoices>
export type LedgerInvoice = Ledger['invoices'][number]
export type LedgerPayment = Ledger['payments'][number]
/** What is entered by hand. */
export type EnteredKind = Exclude<LedgerPayment['kind'], 'payment' | 'refund'>

/** What somebody enters. The same `clientId` twice is one entry. */
interface Entry {
  /** A decimal as text. */
  amount: string
  reason: string
  clientId: string
}

/** Money that came by another way, or a credit. */
export function useRecordPayment(companyId: number) {
  const renew = useRenew()
  return useMutation({
    mutationFn: (body: Entry & { invoiceId: number; kind: EnteredKind }) =>
      call(api.recordPayment, { params: { companyId }, body }),
    onSettled: renew,
  })
}

export function useRefund(companyId: number, { id }: LedgerPayment) {
  const renew = useRenew()
  return useMutation({
    mutationFn: (body: Entry) => call(api.refundPayment, { params: { companyId, id }, body }),
    onSettled: renew,
    meta: { handles: ['ERR_REFUND_TOO_MUCH'] },
  })
}

/** An entry also changes what the operator must look at. */
function useRenew(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: key })
    void client.invalidateQueries({ queryKey: reviewsKey })
  }
}
