import { type FirstSteps, api } from '@guiche/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'
import { mayAdminister } from '../../lib/rights.ts'
import { amendSetting, useCompanySettings, useMe } from '../../lib/session.ts'

const firstSteps = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => call(api.firstSteps, undefined, { signal }),
  meta: { handles: 'all' },
})

/** Undefined: unknown, or not for this user. */
export function useFirstSteps(): FirstSteps | undefined {
  const isFor = mayAdminister(useMe())
  const { data } = useQuery({ ...firstSteps, enabled: isFor })
  return isFor ? data : undefined
}

export const isComplete = (steps: FirstSteps): boolean => Object.values(steps).every(Boolean)

/** Asks again when one of the missing things may have come into being. */
export function useLiveFirstSteps(steps: FirstSteps | undefined): void {
  const client = useQueryClient()
  const askUnless = (isDone: boolean | undefined) => {
    if (isDone === false) void client.invalidateQueries({ queryKey: firstSteps.queryKey })
  }
  useLive('connection', () => askUnless(steps && steps.connection && steps.queue))
  useLive('connectionSession', () => askUnless(steps?.connection))
  useLive('queue', () => askUnless(steps?.queue))
  useLive('user', () => askUnless(steps?.colleague))
  useLive('ticket', () => askUnless(steps?.message))
  useLive('message', () => askUnless(steps?.message))
}

/** Whether the guide is wanted, for all admins of the company, and how to change that. */
export function useGuideChoice() {
  const isWanted = useCompanySettings().showFirstSteps === 'enabled'
  const { mutate, isPending } = useMutation({
    mutationFn: (data: 'enabled' | 'disabled') =>
      call(api.updateCompanySetting, { body: { column: 'showFirstSteps', data } }),
    onSuccess: (_, data) => amendSetting('showFirstSteps', data),
  })
  return { isWanted, show: () => mutate('enabled'), skip: () => mutate('disabled'), isPending }
}
