import { type DataTag, type QueryClient, type QueryKey, partialMatchKey } from '@tanstack/react-query'
import { perCache } from './per-cache.ts'

const repeated = perCache(() => new Set<QueryKey>())

/**
 * Calls `repeat` after each successful fetch of a query under the key, with the moment of `performance.now()` when the
 * fetch began. A fetch of one more page sets the pages before it as they were when it began, and pages are fetched one
 * after the other, so changes of the cache since then are lost (R16).
 */
export function afterFetches(
  cache: QueryClient,
  under: QueryKey,
  repeat: (key: QueryKey, since: number) => void,
): void {
  repeated(cache).add(under)
  const begun = new Map<string, number>()
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !partialMatchKey(event.query.queryKey, under)) return
    const { action, query } = event
    if (action.type === 'fetch') begun.set(query.queryHash, performance.now())
    if (action.type !== 'success' || action.manual) return
    // A fetch that began before this was called may have missed everything.
    const since = begun.get(query.queryHash) ?? 0
    begun.delete(query.queryHash)
    repeat(query.queryKey, since)
  })
}

/**
 * Fetches a query again that an event has changed or invalidated while it was being fetched: the answer may be older
 * than the event. Queries with `afterFetches` need no second fetch.
 */
export function refetchOvertaken(cache: QueryClient): void {
  const overtaken = new Set<string>()
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    const { queryKey, queryHash, state } = query
    if (action.type === 'success' && !action.manual) {
      if (overtaken.delete(queryHash)) void cache.invalidateQueries({ queryKey, exact: true })
      return
    }
    // The library does not ask again while a first answer is on its way.
    const isOvertaken = action.type === 'success' || (action.type === 'invalidate' && state.data === undefined)
    if (!isOvertaken || state.fetchStatus !== 'fetching') return
    if (![...repeated(cache)].some((under) => partialMatchKey(queryKey, under))) overtaken.add(queryHash)
  })
}

/** Changes the data of a query by an event. While its first answer is on its way, it is fetched again after that instead. */
export function amendData<Data>(
  cache: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (data: Data) => Data | undefined,
): void {
  const data = cache.getQueryData<Data>(queryKey)
  if (data === undefined) askAgain(cache, queryKey)
  else cache.setQueryData<Data>(queryKey, change(data))
}

/** Fetches the queries under the key again whose first answer is on its way: an event has no data to change in them yet. */
export const askAgain = (cache: QueryClient, under: QueryKey): void =>
  void cache.invalidateQueries({
    queryKey: under,
    predicate: ({ state: { data, fetchStatus } }) => data === undefined && fetchStatus === 'fetching',
  })
