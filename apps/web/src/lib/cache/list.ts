import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { causeOf } from '../api-error.ts'
import type { ListState } from '../../ui/list-page/list-page.tsx'

/**
 * The state of a list page from an infinite query: `listOf(useInfiniteQuery(contactsOf(search)), (page) =>
 * page.contacts)`.
 */
export function listOf<Page extends { hasMore: boolean; count?: number }, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page>>,
  rowsOf: (page: Page) => Row[],
): ListState<Row> {
  return {
    rows: query.data?.pages.flatMap(rowsOf) ?? [],
    count: query.data?.pages.at(-1)?.count,
    ...pagingOf(query),
  }
}

/** What a list does about its pages, whatever its rows are. */
export function pagingOf<Data>(query: UseInfiniteQueryResult<Data>): Omit<ListState<unknown>, 'rows' | 'count'> {
  return {
    isLoading: query.isPending,
    failure: query.error && causeOf(query.error),
    onRetry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    // To load a page would cancel a refetch that runs. After an error, it continues only when the user asks for it.
    canLoadMore: query.hasNextPage && !query.isFetching && !query.isError,
    isLoadingMore: query.isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
  }
}

/** Paging options for calls that take `pageNumber` and answer `hasMore`. */
export const pageByNumber = {
  initialPageParam: 1,
  getNextPageParam: ({ hasMore }: { hasMore: boolean }, _pages: unknown, page: number) =>
    hasMore ? page + 1 : undefined,
}
