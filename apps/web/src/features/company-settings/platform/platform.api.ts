import { api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useLive } from '../../../lib/live.ts'

/** Whether strangers may sign up. */
export const userCreation = queryOptions({
  queryKey: ['installation-settings', 'userCreation'],
  queryFn: ({ signal }) => call(api.getSetting, { params: { key: 'userCreation' } }, { signal }),
  select: ({ value }) => value === 'enabled',
})

export function useLiveUserCreation(): void {
  const client = useQueryClient()
  useLive('settings', ({ setting }) => {
    if (setting.key === 'userCreation') void client.invalidateQueries({ queryKey: userCreation.queryKey })
  })
}

export function useSaveUserCreation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) =>
      call(api.updateSetting, { params: { key: 'userCreation' }, body: { value: isOn ? 'enabled' : 'disabled' } }),
    onSuccess: (setting) => client.setQueryData(userCreation.queryKey, setting),
  })
}

export const terms = queryOptions({
  queryKey: ['terms'],
  queryFn: ({ signal }) => call(api.getTerms, undefined, { signal }),
  staleTime: 0,
})

export function useSaveTerms() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call(api.saveTerms, { body: { text } }),
    onSuccess: (saved) => client.setQueryData(terms.queryKey, saved),
  })
}
