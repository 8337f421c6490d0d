import { Loader } from '@mantine/core'
import { type Ref, useImperativeHandle, useRef } from 'react'
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

/** Renders only visible rows. */
export function TicketRows({
  choice,
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
    <div ref={scroller} className={styles.scroll} data-scroll-restoration-id={choice}>
      <Virtualizer ref={virtual} as="ul" item="li" data={tickets} scrollRef={scroller}>
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
