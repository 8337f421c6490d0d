import type { UseQueryResult } from '@tanstack/react-query'
import { causeOf } from '../api-error.ts'
import type { ListState } from '../../ui/list-page/list-page.tsx'

/** The state of a list page from an unpaged query. */
export function wholeList<Row>(query: UseQueryResult<Row[]>): ListState<Row> {
  return {
    rows: query.data ?? [],
    count: query.data?.length,
    isLoading: query.isPending,
    failure: query.error && causeOf(query.error),
    onRetry: () => void query.refetch(),
    canLoadMore: false,
    isLoadingMore: false,
    onMore: () => undefined,
  }
}
