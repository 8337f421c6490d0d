import { type CampaignPace, type CampaignPeopleFilter, api, campaignPaceDefaults } from '@guiche/contract'
import { useThrottledCallback } from '@mantine/hooks'
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, download } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'
import { numbers } from '../../ui/numbers.ts'

export const campaignReport = (id: number) =>
  queryOptions({
    queryKey: ['campaign-report', id],
    queryFn: ({ signal }) => call(api.campaignReport, { params: { id } }, { signal }),
  })

const peopleKey = (id: number) => ['campaign-people', id] as const

/** The people of a campaign. Each page begins after the last person of the one before. */
export const campaignPeople = (id: number, filter: CampaignPeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey(id), filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.listCampaignPeople,
        { params: { id }, query: { ...filter, ...(pageParam !== undefined && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ people, hasMore }) => (hasMore ? people.at(-1)?.id : undefined),
  })

/** How fast campaigns send, as it is set now. */
export const campaignPace = queryOptions({
  queryKey: ['campaign-pace'],
  queryFn: async ({ signal }): Promise<CampaignPace> => {
    const rows = await call(api.listCampaignSettings, undefined, { signal })
    const valueOf = (key: keyof CampaignPace) => {
      const value: unknown = JSON.parse(rows.find((row) => row.key === key)?.value ?? 'null')
      return typeof value === 'number' ? value : campaignPaceDefaults[key]
    }
    return {
      messageInterval: valueOf('messageInterval'),
      longerIntervalAfter: valueOf('longerIntervalAfter'),
      greaterInterval: valueOf('greaterInterval'),
    }
  },
})

/**
 * In ms: the numbers of a running campaign change every second, and the charts need not. A report reads all of its people,
 * so that of a million is fetched once in a minute.
 */
const renewPause = (people: number) => Math.min(60_000, Math.max(5000, people / 20))
/** More pages are not fetched anew while somebody reads in them. */
const mostRenewedPages = 5

/** Numbers follow each event; charts and people are fetched some seconds later. */
export function useLiveCampaignReport(id: number): void {
  const client = useQueryClient()
  const people = client.getQueryData(campaignReport(id).queryKey)?.counts.total ?? 0
  const renewSoon = useThrottledCallback(() => renew(client, id), renewPause(people))
  const later = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])

  useLive('campaign', (event) => {
    if (event.action === 'delete') {
      if (event.id === id) void client.invalidateQueries({ queryKey: campaignReport(id).queryKey })
      return
    }
    const { record } = event
    if (record.id !== id) return
    const before = client.getQueryData(campaignReport(id).queryKey)
    const { name, status, failure, completedAt, holds, counts } = record
    client.setQueryData(
      campaignReport(id).queryKey,
      (known) =>
        known && { ...known, counts, campaign: { ...known.campaign, name, status, failure, completedAt, holds } },
    )
    renewSoon()
    // What arrives at the end, such as the last acks, is shown without a press.
    if (status === 'FINALIZADA' && before?.campaign.status !== 'FINALIZADA')
      later.current = window.setTimeout(() => renew(client, id), numbers.reportAfterEnd)
  })
}

function renew(client: QueryClient, id: number): void {
  void client.invalidateQueries({ queryKey: campaignReport(id).queryKey })
  void client.invalidateQueries({
    queryKey: peopleKey(id),
    predicate: ({ state: { data } }) => pagesOf(data) <= mostRenewedPages,
  })
}

const pagesOf = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) ? data.pages.length : 0

export function useStopCampaign(id: number) {
  return useStatusChange(id, () => call(api.cancelCampaign, { params: { id } }))
}

export function useRestartCampaign(id: number) {
  return useStatusChange(id, () => call(api.restartCampaign, { params: { id } }))
}

function useStatusChange(id: number, mutationFn: () => Promise<null>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: campaignReport(id).queryKey }),
  })
}

/** A new campaign to those who failed. */
export const useRepeatForFailed = (id: number) =>
  useMutation({ mutationFn: () => call(api.repeatForFailed, { params: { id } }) })

const exports = { xlsx: api.exportCampaignWorkbook, csv: api.exportCampaignCsv } as const
export type ExportKind = keyof typeof exports

export const exportedPeople = (id: number, kind: ExportKind, filter: CampaignPeopleFilter): Promise<Blob> =>
  download(exports[kind], { params: { id }, query: filter })
