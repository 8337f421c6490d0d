import { Button, Loader } from '@mantine/core'
import {
  type Ref,
  type RefObject,
  type UIEvent,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useNearEnd } from '../../../ui/list-page/use-near-end.ts'
import { UnorderedList } from '../../../ui/virtual-list.tsx'
import { randomId } from '../../../lib/uuid.ts'
import type { ListRows } from '../list-rows.ts'
import type { FirstRow } from './list-place.ts'
import styles from './ticket-list.module.css'
import type { ListedTicket } from '../ticket-lists.ts'
import { TicketRow } from '../row/index.ts'

export interface RowsHandle {
  /** Moves the focus by `step` rows from the focused row, or from the open one. */
  moveFocus: (step: number) => void
}

interface Props {
  /** Where the list was left; null: at its top. */
  startsAt: FirstRow | null
  onMove: (row: FirstRow | null) => void
  rows: ListRows
  selected: string | undefined
  showsOwner: boolean
  /** Of the search that found the rows. */
  words: readonly string[]
  hrefOf: (ticket: ListedTicket) => string
  onOpen: (ticket: ListedTicket) => void
  onPrefetch: (ticket: ListedTicket) => void
  isLoadingMore: boolean
  /** Of these rows, or of the next ones. */
  hasFailed: boolean
  onRetry: () => void
  canLoadMore: boolean
  onMore: () => void
  ref?: Ref<RowsHandle>
}

/** In px, before a row is measured: --g-row of most screens. */
const rowHeight = 72

/** Renders only visible rows. */
export function TicketRows({
  startsAt,
  onMove,
  rows,
  selected,
  showsOwner,
  words,
  hrefOf,
  onOpen,
  onPrefetch,
  isLoadingMore,
  hasFailed,
  onRetry,
  canLoadMore,
  onMore,
  ref,
}: Props) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const end = useNearEnd<HTMLDivElement>(onMore, canLoadMore)
  const { tickets } = rows
  const [name] = useState(randomId)
  const { isGoing, stay } = useStart({ scroller, virtual, startsAt, rows, canLoadMore, onMore })

  function tellMove({ currentTarget }: UIEvent<HTMLElement>) {
    if (!isGoing()) onMove(firstRow(virtual.current, currentTarget.scrollTop, tickets))
  }

  useImperativeHandle(ref, () => ({
    moveFocus(step) {
      const focused = Number(document.activeElement?.closest('[data-ticket]')?.getAttribute('data-ticket'))
      const at = tickets.findIndex(({ id, uuid }) => (focused ? id === focused : uuid === selected))
      const index = Math.min(tickets.length - 1, Math.max(0, at + (at === -1 && step < 0 ? 0 : step)))
      const ticket = tickets[index]
      if (!ticket) return
      virtual.current?.scrollToIndex(index, { align: 'nearest' })
      requestAnimationFrame(() => {
        scroller.current?.querySelector<HTMLElement>(`[data-ticket="${ticket.id}"] > a`)?.focus({ preventScroll: true })
      })
    },
  }))

  return (
    <div
      ref={scroller}
      className={styles.scroll}
      // The router would restore a position in pixels. It finds only elements of the same name.
      data-scroll-restoration-id={name}
      onScroll={tellMove}
      onWheel={stay}
      onPointerDown={stay}
      onKeyDown={stay}
    >
      <Virtualizer ref={virtual} as={UnorderedList} item="li" data={tickets} itemSize={rowHeight} scrollRef={scroller}>
        {(ticket) => (
          <TicketRow
            key={ticket.id}
            ticket={ticket}
            href={hrefOf(ticket)}
            isSelected={ticket.uuid === selected}
            showsOwner={showsOwner}
            words={words}
            onOpen={onOpen}
            onPrefetch={onPrefetch}
          />
        )}
      </Virtualizer>
      <div ref={end} className={styles.end} role="status">
        {isLoadingMore && <Loader size="xs" aria-label={t('ui.loading')} />}
        {hasFailed && !isLoadingMore && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('ui.failure.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The position is that of the element: the virtualizer hears of a scroll later. */
function firstRow(virtual: VirtualizerHandle | null, top: number, tickets: readonly ListedTicket[]): FirstRow | null {
  if (!virtual || top <= 0) return null
  const index = virtual.findItemIndex(top)
  const ticket = tickets[index]
  return ticket ? { ticketId: ticket.id, index, offset: top - virtual.getItemOffset(index) } : null
}

interface Start extends Pick<Props, 'startsAt' | 'rows' | 'canLoadMore' | 'onMore'> {
  scroller: RefObject<HTMLDivElement | null>
  virtual: RefObject<VirtualizerHandle | null>
}

/**
 * Loads the pages that the list had, and scrolls to the row where it was left. `isGoing`: until that row is at the top;
 * `stay` stops it, because the person scrolls.
 */
function useStart({ scroller, virtual, startsAt, rows: { tickets, hasMore }, canLoadMore, onMore }: Start) {
  const wanted = useRef(startsAt)
  const loadMore = useEffectEvent(onMore)
  useLayoutEffect(() => {
    if (!wanted.current || !virtual.current || !scroller.current) return
    const { ticketId, index, offset } = wanted.current
    const found = tickets.findIndex(({ id }) => id === ticketId)
    const isGone = found === -1 && (!hasMore || tickets.length > index)
    const target = isGone ? Math.min(index, tickets.length - 1) : found
    if (target !== -1) virtual.current.scrollToIndex(target, { align: 'start', offset })
    // The row can be at the top only if there are enough others below it.
    const below = target === -1 ? 0 : virtual.current.scrollSize - virtual.current.getItemOffset(target) - offset
    if (!hasMore || below >= 2 * scroller.current.clientHeight) wanted.current = null
    else if (canLoadMore) loadMore()
  }, [scroller, virtual, tickets, hasMore, canLoadMore])
  return {
    isGoing: () => wanted.current !== null,
    stay: () => {
      wanted.current = null
    },
  }
}
