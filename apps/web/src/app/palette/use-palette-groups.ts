import { limits } from '@guiche/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { numbers } from '../../ui/numbers.ts'
import { type PaletteItem, type PaletteSource, usePaletteSources } from '../../lib/keyboard/palette.ts'
import { matches } from './match.ts'
import { useColleagues } from './use-colleagues.tsx'
import { useCommands } from './use-commands.tsx'
import { useRegisteredActions } from './use-registered-actions.tsx'
import { useTextSearches } from './use-text-searches.tsx'
import { useTicketSearch } from './use-ticket-search.tsx'

export interface PaletteGroup {
  id: string
  title: string
  items: PaletteItem[]
}

/** Registered actions, search results of the server and fixed commands; groups without a match are left out. */
export function usePaletteGroups(typed: string): { groups: PaletteGroup[]; isSearching: boolean } {
  const registered = usePaletteSources().map(({ current }) => current)
  const { ticket, list, general } = useRegisteredActions()
  const sources = [
    useTicketSearch(),
    ticket,
    ...registered,
    ...useTextSearches(),
    useColleagues(),
    list,
    ...useCommands(general),
  ]
  const [rested] = useDebouncedValue(typed, numbers.searchDebounce)
  const isLongEnough = typed.length >= limits.searchLetters

  const searches = useQueries({
    queries: sources.map(({ id, search }) => ({
      queryKey: ['palette', id, rested],
      queryFn: ({ signal }: { signal: AbortSignal }) => search?.(rested, signal) ?? [],
      enabled: Boolean(search) && isLongEnough && rested.length >= limits.searchLetters,
      gcTime: 60_000,
    })),
  })

  const groups = sources.map((source, index) => ({
    id: source.id,
    title: source.title,
    items: [...(isLongEnough ? (searches[index]?.data ?? []) : []), ...itemsFor(source, typed)],
  }))
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: isLongEnough && (typed !== rested || searches.some(({ isFetching }) => isFetching)),
  }
}

/** Of a long list. */
const most = 6

function itemsFor({ items = [], isLong = false }: PaletteSource, typed: string): PaletteItem[] {
  if (isLong && typed === '') return []
  const matching = items.filter((item) => matches(`${item.title} ${item.detail ?? ''}`, typed))
  return isLong ? matching.slice(0, most) : matching
}
