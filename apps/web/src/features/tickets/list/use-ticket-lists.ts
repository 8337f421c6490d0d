import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { pagingOf } from '../../../lib/cache/list.ts'
import { useHiddenTickets } from '../../../lib/cache/pending-changes.ts'
import { type ListRows, withoutTickets } from '../list-rows.ts'
import { type ListView, type Tab, choiceOf, shownList } from './list-view.ts'
import { rowsOf } from '../ticket-cache.ts'
import { ticketList } from '../tickets.api.ts'
import type { ListName } from '../ticket-lists.ts'

export interface ShownList extends ReturnType<typeof pagingOf> {
  name: ListName
  rows: ListRows
  isRetrying: boolean
}

/** The shown list and the counts of all tabs. */
export function useTicketLists(view: ListView): { shown: ShownList; counts: Record<Tab, number | undefined> } {
  const name = shownList(view)
  const tabs = { open: useList(view, 'open'), pending: useList(view, 'pending'), group: useList(view, 'group') }
  const closed = useList(view, 'closed', name === 'closed')
  const search = useList(view, 'search', name === 'search')
  const query = { ...tabs, closed, search }[name]
  const hidden = useHiddenTickets()
  const rows = query.data ? withoutTickets(query.data, hidden) : none

  return {
    shown: {
      name,
      rows,
      isRetrying: query.isFetching,
      ...pagingOf(query),
    },
    counts: {
      open: countOf(tabs.open.data, hidden),
      pending: countOf(tabs.pending.data, hidden),
      group: countOf(tabs.group.data, hidden),
    },
  }
}

const countOf = (rows: ListRows | undefined, hidden: ReadonlySet<number>) => rows && withoutTickets(rows, hidden).count

const none: ListRows = { tickets: [], count: 0, hasMore: false }

function useList(view: ListView, list: ListName, enabled = true) {
  return useInfiniteQuery({
    ...ticketList(choiceOf(view, list)),
    enabled,
    select: rowsOf,
    ...(list === 'search' && { placeholderData: keepPreviousData }),
  })
}
