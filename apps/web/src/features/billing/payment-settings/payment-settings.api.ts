import { api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import type { SettingsChange } from './payment-values.ts'

export const billingSettings = queryOptions({
  queryKey: ['billing-settings'],
  queryFn: ({ signal }) => call(api.billingSettings, undefined, { signal }),
  staleTime: 0,
})

export function useSaveBillingSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SettingsChange) => call(api.updateBillingSettings, { body }),
    onSuccess: (settings) => client.setQueryData(billingSettings.queryKey, settings),
  })
}

/** Logs in at the provider with what is stored, and registers the address for its reports. */
export const useTestBillingSettings = () => useMutation({ mutationFn: () => call(api.testBillingSettings) })
