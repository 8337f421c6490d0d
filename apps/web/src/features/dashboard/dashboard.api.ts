import { type NumberName, type SeriesBy, api } from '@guiche/contract'
import { useThrottledCallback } from '@mantine/hooks'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { askAgain } from '../../lib/cache/fetches.ts'
import { toLanguage } from '../../lib/languages.ts'
import { useLive } from '../../lib/live.ts'
import { useAfterLoss } from '../../lib/live/after-loss.ts'
import { type OpenedNumber, type Query, queryIn } from './dashboard-choice.ts'

const key = 'dashboard'
/** The screen says what failed, in place of a toast for each part. */
const meta = { handles: 'all' } as const

/** What each number means, in the language of the person. */
export function useDefinitions() {
  const { i18n } = useTranslation()
  const language = toLanguage(i18n.language) ?? 'pt'
  return useQuery({
    queryKey: ['numbers', language],
    queryFn: ({ signal }) => call(api.listNumbers, { query: { language } }, { signal }),
    staleTime: Infinity,
    meta,
  })
}

/** In ms. Numbers of now change all the time; where events tell of it, they are fetched sooner, without the charts. */
const renewEach = 30_000
const renewPause = 5000

const shared = { placeholderData: keepPreviousData, refetchInterval: renewEach, meta } as const

export const dashboardNumbers = (query: Query) =>
  queryOptions({
    queryKey: [key, 'numbers', query],
    queryFn: ({ signal }) => call(api.dashboardNumbers, { query }, { signal }),
    ...shared,
  })

export const dashboardAttendants = (query: Query) =>
  queryOptions({
    queryKey: [key, 'attendants', query],
    queryFn: async ({ signal }) => (await call(api.dashboard, { query }, { signal })).attendants,
    ...shared,
  })

export const topAttendants = (query: Query) =>
  queryOptions({
    queryKey: [key, 'top', query],
    queryFn: ({ signal }) => {
      const { date_from: initialDate, date_to: finalDate, ...others } = query
      return call(api.dashboardTopUsers, { query: { ...others, initialDate, finalDate } }, { signal })
    },
    ...shared,
  })

export const dashboardSeries = (query: Query, name: NumberName, by: SeriesBy) =>
  queryOptions({
    queryKey: [key, 'series', name, by, query],
    queryFn: async ({ signal }) =>
      (await call(api.dashboardSeries, { params: { name }, query: { ...query, by } }, { signal })).rows,
    ...shared,
  })

/** What a number is made of, a page after the other. */
export const numberList = (query: Query, { name, ...opened }: OpenedNumber) =>
  infiniteQueryOptions({
    queryKey: [key, 'list', name, opened, query],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.dashboardList,
        {
          params: { name },
          query: { ...listQuery(query, opened), ...(pageParam !== undefined && { after: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })

/** How many rows of it this person may not see. */
export const hiddenRows = (query: Query, { name, ...opened }: OpenedNumber) =>
  queryOptions({
    queryKey: [key, 'list', name, opened, query, 'hidden'],
    queryFn: async ({ signal }) =>
      (await call(api.dashboardHidden, { params: { name }, query: listQuery(query, opened) }, { signal })).hidden,
    staleTime: 0,
  })

const listQuery = (query: Query, { from, to, hour, queueId, userId }: Omit<OpenedNumber, 'name'>) => ({
  ...(from === undefined ? query : queryIn(query, { from, to: to ?? from })),
  ...(hour !== undefined && { hour }),
  ...(queueId !== undefined && { queueIds: [queueId] }),
  ...(userId !== undefined && { userIds: [userId] }),
})

/** Keeps the numbers up to date while they are shown; who is online follows at once. */
export function useLiveDashboard(): void {
  const cache = useQueryClient()
  const renew = () =>
    void cache.invalidateQueries({ queryKey: [key], predicate: ({ queryKey }) => queryKey[1] !== 'list' })
  const renewSoon = useThrottledCallback(() => void cache.invalidateQueries({ queryKey: [key, 'numbers'] }), renewPause)
  useLive('queueLoads', renewSoon)
  useLive('attendants', ({ attendants }) => {
    const online = new Map(attendants.flatMap((one) => (one.online === undefined ? [] : [[one.id, one.online]])))
    if (online.size === 0) return
    askAgain(cache, [key, 'attendants'])
    cache.setQueriesData<Awaited<ReturnType<typeof attendantsOf>>>({ queryKey: [key, 'attendants'] }, (known) =>
      known?.map((one) => ({ ...one, online: online.get(one.id) ?? one.online })),
    )
  })
  useAfterLoss(renew)
}

const attendantsOf = async () => (await call(api.dashboard, { query: {} })).attendants
