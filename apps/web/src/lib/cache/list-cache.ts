import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { askAgain } from './fetches.ts'

interface Row {
  id: number
}
type Page<Field extends string, R> = Record<Field, R[]> & { count?: number }

/** Updates a row in every list under the key that has it. Returns false if none has. */
export function mergeRow<R extends Row, Field extends string>(
  client: QueryClient,
  { key, field }: { key: QueryKey; field: Field },
  change: Partial<R> & Row,
): boolean {
  askAgain(client, key)
  let isKnown = false
  client.setQueriesData<InfiniteData<Page<Field, R>>>({ queryKey: key }, (data) => {
    if (!data?.pages.some((page) => page[field].some(({ id }) => id === change.id))) return data
    isKnown = true
    return rowsMapped(data, field, (rows) => rows.map((row) => (row.id === change.id ? { ...row, ...change } : row)))
  })
  return isKnown
}

/** Removes a row from every list under the key. */
export function dropRow<Field extends string>(
  client: QueryClient,
  { key, field }: { key: QueryKey; field: Field },
  id: number,
): void {
  askAgain(client, key)
  client.setQueriesData<InfiniteData<Page<Field, Row>>>({ queryKey: key }, (data) => {
    if (!data?.pages.some((page) => page[field].some((row) => row.id === id))) return data
    const fewer = rowsMapped(data, field, (rows) => rows.filter((row) => row.id !== id))
    return {
      ...fewer,
      pages: fewer.pages.map((page) => (page.count === undefined ? page : { ...page, count: page.count - 1 })),
    }
  })
}

function rowsMapped<R, Field extends string>(
  data: InfiniteData<Page<Field, R>>,
  field: Field,
  change: (rows: R[]) => R[],
): InfiniteData<Page<Field, R>> {
  return { ...data, pages: data.pages.map((page) => ({ ...page, [field]: change(page[field]) })) }
}

/** The same for an unpaged list: replaces the row in its position, or appends it. */
export function upserted<R extends Row>(rows: R[] | undefined, row: R): R[] | undefined {
  if (!rows) return rows
  return rows.some(({ id }) => id === row.id) ? rows.map((old) => (old.id === row.id ? row : old)) : [...rows, row]
}

export const without = <R extends Row>(rows: R[] | undefined, id: number): R[] | undefined =>
  rows?.filter((row) => row.id !== id)
