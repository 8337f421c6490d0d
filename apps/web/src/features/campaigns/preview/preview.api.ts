import { type Input, type PreviewGroup, api } from '@guiche/contract'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  type UseMutationResult,
} from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { pageByNumber } from '../../../lib/cache/list.ts'

/** What the form holds, as it would be saved. `campaignId`: what is absent is as in this campaign. */
export type PlannedCampaign = Input<typeof api.previewCampaign>['body']

const key = ['campaign-preview'] as const

/** People, limits and budgets change while somebody writes, so it is never taken from the cache. */
export const previewOf = (planned: PlannedCampaign) =>
  queryOptions({
    queryKey: [...key, planned],
    queryFn: ({ signal }) => call(api.previewCampaign, { body: planned }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handles: 'all' },
  })

export interface ShownGroup {
  group: PreviewGroup
  /** Of the group `lacking`. */
  variable: string
}

export const previewPeople = (planned: PlannedCampaign, { group, variable }: ShownGroup, searchParam = '') =>
  infiniteQueryOptions({
    queryKey: [...key, 'people', planned, group, variable, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.previewPeople,
        { body: { ...planned, group, variable, searchParam, pageNumber: pageParam } },
        { signal },
      ),
    ...pageByNumber,
    staleTime: 0,
    meta: { handles: 'all' },
  })

export const previewTexts = (planned: PlannedCampaign, personKey: string) =>
  queryOptions({
    queryKey: [...key, 'texts', planned, personKey],
    queryFn: ({ signal }) => call(api.previewTexts, { body: { ...planned, key: personKey } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handles: 'all' },
  })

export type CampaignTest = Input<typeof api.testCampaign>['body']

/** Sends what is stored, not what the form holds. */
export function useTestCampaign(id: number): UseMutationResult<unknown, Error, CampaignTest> {
  return useMutation({
    mutationFn: (body: CampaignTest) => call(api.testCampaign, { params: { id }, body }),
    meta: { handles: 'all' },
  })
}

/** What the server can read of a form that is not finished: without fields that it would refuse. */
export function readable({ name: _name, ...planned }: PlannedCampaign): PlannedCampaign {
  const { whatsappId, scheduledAt, ...others } = planned
  const hasConnection = whatsappId !== undefined && String(whatsappId) !== ''
  const hasDate = typeof scheduledAt === 'string' && !Number.isNaN(Date.parse(scheduledAt.replace(' ', 'T')))
  return {
    ...others,
    ...(hasConnection && { whatsappId }),
    ...((hasDate || scheduledAt === null) && { scheduledAt }),
  }
}
