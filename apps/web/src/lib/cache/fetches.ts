import { type QueryClient, type QueryKey, partialMatchKey } from '@tanstack/react-query'

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
