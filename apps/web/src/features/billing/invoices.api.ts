import { api, limits } from '@guiche/contract'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'
import { numbers } from '../../ui/numbers.ts'

const key = ['invoices'] as const

/** Invoices of the own company by page. The call answers a bare array, so a full page may not be the last one. */
export const invoiceList = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', searchParam],
    queryFn: async ({ pageParam, signal }) => {
      const invoices = await call(api.listInvoices, { query: { searchParam, pageNumber: pageParam } }, { signal })
      return { invoices, hasMore: invoices.length === limits.rowsPerPage }
    },
    ...pageByNumber,
  })

/** An invoice that somebody is paying. Besides the event, it is looked for regularly: the connection may be lost. */
export const awaitedInvoice = (id: number) =>
  queryOptions({
    queryKey: [...key, 'awaited', id],
    queryFn: ({ signal }) => call(api.getInvoice, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.status === 'paid' ? false : numbers.lookForPayment),
    refetchOnWindowFocus: 'always',
    // Whoever waits need not know about a look that has failed.
    meta: { handles: 'all' },
  })

/** Fetches them again: they were paid, or are another offer now. */
export function useRenewInvoices(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: key })
}

export function useLiveInvoices(): void {
  const renew = useRenewInvoices()
  useLive('payment', renew)
  useLive('invoice', renew)
}
