import { api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useRenewInvoices } from '../invoices.api.ts'
import type { Answer } from '../pix/index.ts'
import type { bodyOf } from './checkout-values.ts'

export const publicPlans = queryOptions({
  queryKey: ['public-plans'],
  queryFn: ({ signal }) => call(api.pickPublicPlans, undefined, { signal }),
  staleTime: 0,
})

/** Chooses what is paid for, and gets the code that pays it. The dialog says why if there is none. */
export function useSubscribe() {
  const client = useQueryClient()
  const renewInvoices = useRenewInvoices()
  return useMutation({
    mutationFn: async (body: ReturnType<typeof bodyOf>): Promise<Answer> => ({
      charge: await call(api.subscribe, { body }),
      at: Date.now(),
    }),
    onSettled: renewInvoices,
    // A plan may be gone.
    onError: () => void client.invalidateQueries({ queryKey: publicPlans.queryKey }),
    meta: { handles: 'all' },
  })
}
