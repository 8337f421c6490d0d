import { useQuery } from '@tanstack/react-query'
import type { ResultKind } from './search-results.tsx'
import { searchEverything } from './search.api.ts'

/** How many results of each kind there are: '3', or '20+' if there are more. */
export function useResultCounts(text: string): Partial<Record<ResultKind, string>> {
  const { data } = useQuery(searchEverything(text))
  if (!data) return {}
  const count = ({ results, next }: { results: unknown[]; next: string | null }) =>
    `${results.length}${next === null ? '' : '+'}`
  return {
    contacts: count(data.contacts),
    messages: count(data.messages),
    notes: count(data.notes),
    files: count(data.files),
  }
}
