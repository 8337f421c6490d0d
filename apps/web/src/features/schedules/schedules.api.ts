import { type Input, type ScheduleView, api } from '@guiche/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, upload } from '../../lib/api.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'

const key = ['schedules'] as const

interface Page {
  schedules: ScheduleView[]
}

/** In ms. The state of a message on its way changes with the network, which is not told to this screen. */
const soon = 5000
const untilSent = ({ state }: { state: { data: InfiniteData<Page> | undefined } }) =>
  state.data?.pages.some(({ schedules }) => schedules.some(({ status }) => status === 'AGENDADA')) ? soon : false

interface ListFilter {
  searchParam: string
  /** Undefined: everybody's that one may see. */
  userId: number | undefined
}

/** Those that wait first. */
const scheduleList = (filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(api.listSchedules, { query: { ...filter, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
  })

export const useScheduleList = (filter: ListFilter) =>
  useInfiniteQuery({ ...scheduleList(filter), refetchInterval: untilSent })

interface Span extends Pick<ListFilter, 'userId'> {
  /** Days of the company's calendar, the second one excluded. */
  from: string
  until: string
}

const scheduleCalendar = ({ from, until, userId }: Span) =>
  infiniteQueryOptions({
    queryKey: [...key, 'calendar', from, until, userId],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.listSchedules,
        { query: { from: `${from}T00:00`, until: `${until}T00:00`, userId, pageNumber: pageParam } },
        { signal },
      ),
    ...pageByNumber,
  })

/** All of some days, in order. */
export function useScheduleCalendar(span: Span) {
  const { data, error, isPending, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    ...scheduleCalendar(span),
    refetchInterval: untilSent,
  })
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return { schedules: data?.pages.flatMap(({ schedules }) => schedules), error, isPending, refetch }
}

/** In ms. Many are sent at the full hour, and each is an event. */
const gathering = 300

export function useLiveSchedules(): void {
  const client = useQueryClient()
  const refetch = useDebouncedCallback(() => void client.invalidateQueries({ queryKey: key }), gathering)
  useLive('schedule', refetch)
}

export type ScheduleInput = Required<Input<typeof api.createSchedule>['body']>
export type ScheduleChange = Input<typeof api.updateSchedule>['body']

/** The file is sent in the same call, so that nothing is sent without it. */
export function useSaveSchedule(id: number | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ input, change, file }: { input: ScheduleInput; change: ScheduleChange; file: File | undefined }) => {
      const files = { files: file ? [file] : [], field: 'medias' }
      if (id === undefined)
        return file ? upload(api.createSchedule, { form: input }, files) : call(api.createSchedule, { body: input })
      const params = { id }
      return file
        ? upload(api.updateSchedule, { params, form: change }, files)
        : call(api.updateSchedule, { params, body: change })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
    meta: { handles: ['ERR_SCHEDULE_IN_PAST'] },
  })
}

export function useDeleteSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<ScheduleView, 'id'>) => call(api.deleteSchedule, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}
