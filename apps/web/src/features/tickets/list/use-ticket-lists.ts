import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { causeOf } from '../../../lib/api-error.ts'
import type { Cause } from '../../../ui/states/failure.tsx'
import type { ListRows } from '../list-rows.ts'
import { type ListView, type Tab, choiceOf, shownList } from './list-view.ts'
import { rowsOf } from '../ticket-cache.ts'
import { ticketList } from '../tickets.api.ts'
import type { ListName } from '../ticket-lists.ts'

export interface ShownList {
  name: ListName
  rows: ListRows
  isLoading: boolean
  failure: Cause | null
  isRetrying: boolean
  onRetry: () => void
  isLoadingMore: boolean
  onMore: () => void
}

/** The shown list and the counts of all tabs. */
export function useTicketLists(view: ListView): { shown: ShownList; counts: Record<Tab, number | undefined> } {
  const name = shownList(view)
  const tabs = { open: useList(view, 'open'), pending: useList(view, 'pending'), group: useList(view, 'group') }
  const closed = useList(view, 'closed', name === 'closed')
  const search = useList(view, 'search', name === 'search')
  const query = { ...tabs, closed, search }[name]

  return {
    shown: {
      name,
      rows: query.data ?? none,
      isLoading: query.isPending,
      failure: query.error && causeOf(query.error),
      isRetrying: query.isFetching,
      onRetry: () => void query.refetch(),
      isLoadingMore: query.isFetchingNextPage,
      onMore: () => void query.fetchNextPage(),
    },
    counts: { open: tabs.open.data?.count, pending: tabs.pending.data?.count, group: tabs.group.data?.count },
  }
}

const none: ListRows = { tickets: [], count: 0, hasMore: false }

function useList(view: ListView, list: ListName, enabled = true) {
  return useInfiniteQuery({
    ...ticketList(choiceOf(view, list)),
    enabled,
    select: rowsOf,
    ...(list === 'search' && { placeholderData: keepPreviousData }),
  })
}
