import type { QueryClient } from '@tanstack/react-query'

/** Creates one value per query cache; tests have many caches. */
export function perCache<Value>(create: (cache: QueryClient) => Value): (cache: QueryClient) => Value {
  const values = new WeakMap<QueryClient, Value>()
  return (cache) => {
    const value = values.get(cache) ?? create(cache)
    values.set(cache, value)
    return value
  }
}
