import { type QueryClient, type QueryKey, hashKey } from '@tanstack/react-query'
import { perCache } from './per-cache.ts'

/** In ms. */
const pause = 800

const askedIn = perCache(() => new Set<string>())

/** Refetches a query whose data only the server knows, once for many events. */
export function refetchSoon(cache: QueryClient, key: QueryKey): void {
  const asked = askedIn(cache)
  const name = hashKey(key)
  if (asked.has(name)) return
  asked.add(name)
  setTimeout(() => {
    asked.delete(name)
    void cache.invalidateQueries({ queryKey: key, exact: true })
  }, pause)
}
