import type { ContactView } from '@guiche/contract'
import { type Ref, Suspense } from 'react'
import type { Opened } from '../../features/search/found-row.tsx'
import { useResultCounts } from '../../features/search/use-result-counts.ts'
import { type ListView, type OtherResults, type RowsHandle, isSearching } from '../../features/tickets/list/index.ts'
import { addressOf } from './address.ts'
import { SearchResults } from './lazy-parts.tsx'

interface Options {
  view: ListView
  onOpen: (opened: Opened) => void
  onContact: (contact: ContactView) => void
  rows: Ref<RowsHandle>
}

/** What a search finds besides tickets, for the list panel. */
export function useOtherResults({ view, onOpen, onContact, rows }: Options): OtherResults {
  const text = isSearching(view) ? view.q : ''
  const counts = useResultCounts(text)
  if (text === '' || view.found === 'tickets') return { counts, list: null }
  return {
    counts,
    list: (
      <Suspense>
        <SearchResults
          ref={rows}
          kind={view.found}
          text={text}
          hrefOf={addressOf}
          onOpen={onOpen}
          onContact={onContact}
        />
      </Suspense>
    ),
  }
}
