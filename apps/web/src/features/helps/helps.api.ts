import { type HelpView, api } from '@guiche/contract'
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { amendData } from '../../lib/cache/fetches.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'
import { useAfterLoss } from '../../lib/live/after-loss.ts'
import { type HelpValues, bodyOf } from './help-values.ts'

const lists = { key: ['help-list'], field: 'records' } as const

/** By page, for the operator. */
export const helpList = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listHelps, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
  })

/** All of them. The menu asks on every page, so a failure is not shown as a toast. */
export const helps = queryOptions({
  queryKey: ['helps'],
  queryFn: ({ signal }) => call(api.pickHelps, undefined, { signal }),
  // Live events keep it up to date.
  staleTime: Infinity,
  meta: { handles: 'all' },
})

/** Whether there are any; false until it is known. */
export function useHasHelps(): boolean {
  const { data } = useQuery({ ...helps, select: (all) => all.length > 0 })
  return data ?? false
}

/** Call it once for the whole application. Events of helps are not caught up after a lost connection. */
export function useLiveHelps(): void {
  const client = useQueryClient()
  useLive('help', (event) => {
    amendData(client, helps.queryKey, (all) => withEvent(all, event))
    if (event.action === 'delete') dropRow(client, lists, event.id)
    else mergeRow(client, lists, event.record)
    void client.invalidateQueries({ queryKey: lists.key })
  })
  useAfterLoss(() => renew(client))
}

type Event = Parameters<Parameters<typeof useLive<'help'>>[1]>[0]

function withEvent(all: HelpView[], event: Event): HelpView[] {
  const id = event.action === 'delete' ? event.id : event.record.id
  const others = all.filter((help) => help.id !== id)
  if (event.action === 'delete') return others
  return [...others, event.record].toSorted((one, other) => one.title.localeCompare(other.title))
}

function renew(client: QueryClient): void {
  for (const queryKey of [helps.queryKey, lists.key]) void client.invalidateQueries({ queryKey })
}

/** Undefined: a new one. */
export function useSaveHelp(id: number | undefined, before: HelpValues) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: HelpValues) =>
      id
        ? call(api.updateHelp, { params: { id }, body: changesOf(bodyOf(before), bodyOf(values)) })
        : call(api.createHelp, { body: bodyOf(values) }),
    onSettled: () => renew(client),
    meta: { handles: 'all' },
  })
}

export function useDeleteHelp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: HelpView) => call(api.deleteHelp, { params: { id } }),
    onSuccess: (_, { id }) => {
      dropRow(client, lists, id)
      renew(client)
    },
  })
}
