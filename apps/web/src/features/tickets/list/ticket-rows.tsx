import { Loader } from '@mantine/core'
import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useNearEnd } from '../../../ui/list-page/use-near-end.ts'
import type { ListRows } from '../list-rows.ts'
import styles from './ticket-list.module.css'
import type { ListedTicket } from '../ticket-lists.ts'
import { TicketRow } from '../row/index.ts'

export interface RowsHandle {
  /** Moves the focus by `step` rows from the focused row, or from the open one. */
  moveFocus: (step: number) => void
}

interface Props {
  /** The router keeps the scroll position by this; without it, it would carry it over to the next choice. */
  choice: string
  /** The scroll position at the beginning. */
  startsAt: number
  onScroll: (top: number) => void
  rows: ListRows
  selected: string | undefined
  showsOwner: boolean
  /** Of the search that found the rows. */
  words: readonly string[]
  hrefOf: (ticket: ListedTicket) => string
  onOpen: (ticket: ListedTicket) => void
  onPrefetch: (ticket: ListedTicket) => void
  isLoadingMore: boolean
  onMore: () => void
  ref?: Ref<RowsHandle>
}

/** In px, before a row is measured: --g-row of most screens. */
const rowHeight = 72

/** Renders only visible rows. */
export function TicketRows({
  choice,
  startsAt,
  onScroll,
  rows,
  selected,
  showsOwner,
  words,
  hrefOf,
  onOpen,
  onPrefetch,
  isLoadingMore,
  onMore,
  ref,
}: Props) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const end = useNearEnd<HTMLDivElement>(onMore, rows.hasMore && !isLoadingMore)
  const { tickets } = rows
  const stay = useStartingScroll(scroller, startsAt, rows)

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
      data-scroll-restoration-id={choice}
      onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop)}
      onWheel={stay}
      onPointerDown={stay}
      onKeyDown={stay}
    >
      <Virtualizer ref={virtual} as="ul" item="li" data={tickets} itemSize={rowHeight} scrollRef={scroller}>
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
      </div>
    </div>
  )
}

/**
 * Scrolls to where the list was left, as far as its pages are loaded; the end of the list then loads the next one.
 * Returns what stops that, because the person scrolls.
 */
function useStartingScroll(
  scroller: RefObject<HTMLDivElement | null>,
  startsAt: number,
  { tickets, hasMore }: ListRows,
) {
  const wanted = useRef(startsAt)
  useLayoutEffect(() => {
    const go = () => scroller.current?.scrollTo({ top: wanted.current })
    if (wanted.current === 0) return undefined
    go()
    // Rows that were just added have their height from the next frame on.
    const frame = requestAnimationFrame(() => {
      if (wanted.current === 0) return
      go()
      const { scrollTop = 0 } = scroller.current ?? {}
      if (!hasMore || scrollTop >= wanted.current - 1) wanted.current = 0
    })
    return () => cancelAnimationFrame(frame)
  }, [scroller, tickets.length, hasMore])
  return () => {
    wanted.current = 0
  }
}
