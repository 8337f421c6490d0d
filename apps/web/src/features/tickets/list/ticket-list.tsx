import { searchWords } from '@guiche/contract'
import { type ReactNode, type Ref, Suspense, lazy, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnFirstInteraction } from '../../../lib/browser/first-interaction.ts'
import { Failure } from '../../../ui/states/failure.tsx'
import { RowSkeletons } from '../../../ui/states/skeletons.tsx'
import { EmptyList } from './empty-list.tsx'
import { ActiveFilters, type Choice, ListHead } from './head/index.ts'
import { ListTabs } from './list-tabs.tsx'
import type { FirstRow } from './list-place.ts'
import { type ListView, type SearchTab, countFilters, isSearching, nameOfChoice } from './list-view.ts'
import { SearchTabs } from './search-tabs.tsx'
import styles from './ticket-list.module.css'
import type { ListedTicket } from '../ticket-lists.ts'
import { type RowsHandle, TicketRows } from './ticket-rows.tsx'
import { type ShownList, useTicketLists } from './use-ticket-lists.ts'

const filters = () => import('./head/list-filters.tsx')
const ListFilters = lazy(() => filters().then((file) => ({ default: file.ListFilters })))

export interface PickLists {
  seenQueues: Choice[]
  connections: { id: number; name: string }[]
  tags: { id: number; name: string }[]
  users: { id: number; name: string }[]
}

/** Where the list was left. */
export interface ListScroll {
  rowOf: (choice: string) => FirstRow | null
  move: (choice: string, row: FirstRow | null) => void
}

/** Results of a search that are no tickets. */
export interface OtherResults {
  counts: Partial<Record<SearchTab, string>>
  list: ReactNode
}

interface RowsProps {
  view: ListView
  isAdmin: boolean
  /** uuid of the open ticket. */
  selected: string | undefined
  hrefOf: (ticket: ListedTicket) => string
  onOpen: (ticket: ListedTicket) => void
  onPrefetch: (ticket: ListedTicket) => void
  rows: Ref<RowsHandle>
  scroll: ListScroll
}

interface Props extends RowsProps {
  onChange: (change: Partial<ListView>) => void
  picks: PickLists
  others: OtherResults
}

/** The panel "Conversas" (docs/requirements/workspace.md, section 2). */
export function TicketList({ onChange, picks, others, ...rows }: Props) {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  const { view, isAdmin } = rows
  const [filtersOpen, setFiltersOpen] = useState(false)
  useOnFirstInteraction(() => void Promise.allSettled([filters()]))

  return (
    <section ref={panel} className={styles.list} aria-label={t('tickets.title')}>
      <ListHead
        view={view}
        onChange={onChange}
        queues={picks.seenQueues}
        isAdmin={isAdmin}
        filtersOpen={filtersOpen}
        onToggleFilters={() => setFiltersOpen((isOpen) => !isOpen)}
        onSearch={() => panel.current?.querySelector<HTMLElement>('input[type="search"]')?.focus()}
      />
      {filtersOpen && (
        <Suspense>
          <ListFilters
            view={view}
            onChange={onChange}
            tags={picks.tags}
            connections={picks.connections}
            users={isAdmin ? picks.users : undefined}
          />
        </Suspense>
      )}
      {!filtersOpen && countFilters(view) > 0 && <ActiveFilters view={view} onChange={onChange} />}
      <Lists {...rows} others={others} onChange={onChange} />
    </section>
  )
}

interface ListsProps extends RowsProps {
  others: OtherResults
  onChange: (change: Partial<ListView>) => void
}

/** A component of its own, because every message rerenders it. */
function Lists({ others, onChange, ...rows }: ListsProps) {
  const { t } = useTranslation()
  const { view } = rows
  const { shown, counts } = useTicketLists(view)
  const isInTabs = shown.name !== 'closed' && shown.name !== 'search'
  const isFinding = shown.name === 'search' && isSearching(view)
  const tabId = isFinding ? `search-tab-${view.found}` : isInTabs ? `tickets-tab-${view.tab}` : undefined

  return (
    <>
      {isInTabs && <ListTabs current={view.tab} counts={counts} onChange={(tab) => onChange({ tab })} />}
      {isFinding && (
        <SearchTabs
          current={view.found}
          counts={{ ...others.counts, ...(!shown.isLoading && !shown.failure && { tickets: countOf(shown.rows) }) }}
          onChange={(found) => onChange({ found })}
        />
      )}
      {!isInTabs && (
        <p className={isFinding ? 'aloud' : styles.heading} role="status">
          {t(`tickets.heading.${shown.name}`)}
          {!shown.isLoading && !shown.failure && <span>{shown.rows.count}</span>}
        </p>
      )}
      <div className={styles.panel} id="tickets-panel" {...(tabId && { role: 'tabpanel', 'aria-labelledby': tabId })}>
        {isFinding && view.found !== 'tickets' ? (
          others.list
        ) : (
          <Content {...rows} shown={shown} waiting={counts.pending} onChange={onChange} />
        )}
      </div>
    </>
  )
}

const countOf = ({ count, hasMore }: ShownList['rows']) => `${count}${hasMore ? '+' : ''}`

interface ContentProps extends RowsProps {
  shown: ShownList
  /** How many customers nobody serves. */
  waiting: number | undefined
  onChange: (change: Partial<ListView>) => void
}

function Content({ view, shown, waiting, onChange, isAdmin, rows, scroll, ...row }: ContentProps) {
  const { t } = useTranslation()
  const words = useMemo(() => searchWords(shown.name === 'search' ? view.q : ''), [shown.name, view.q])
  if (shown.isLoading) return <RowSkeletons label={t('tickets.loading')} />
  if (shown.rows.tickets.length === 0 && shown.failure) {
    const { failure, onRetry, isRetrying } = shown
    return <Failure title={t('tickets.failed')} cause={failure} onRetry={onRetry} isRetrying={isRetrying} />
  }
  if (shown.rows.tickets.length === 0)
    return <EmptyList view={view} list={shown.name} waiting={waiting} onChange={onChange} />

  const choice = nameOfChoice(view)
  const isMixed = shown.name === 'closed' || shown.name === 'search' || view.all
  return (
    <TicketRows
      // Another list, and another choice of its tickets, starts at the top.
      key={choice}
      ref={rows}
      startsAt={scroll.rowOf(choice)}
      onMove={(row) => scroll.move(choice, row)}
      rows={shown.rows}
      showsOwner={isAdmin && isMixed}
      words={words}
      isLoadingMore={shown.isLoadingMore}
      hasFailed={shown.failure !== null}
      onRetry={shown.onRetry}
      canLoadMore={shown.canLoadMore}
      onMore={shown.onMore}
      {...row}
    />
  )
}
