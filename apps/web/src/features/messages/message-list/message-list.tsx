import { ActionIcon, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { MessageView } from '@guiche/contract'
import { type ReactNode, type Ref, memo, useCallback, useImperativeHandle, useLayoutEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer } from 'virtua'
import { Counter } from '../../../ui/marks/marks.tsx'
import { OrderedList } from '../../../ui/virtual-list.tsx'
import { ListRow } from './list-row.tsx'
import styles from './message-list.module.css'
import { RowStateContext } from './row-state.ts'
import { isStop } from './rows.ts'
import type { Entry } from './timeline.ts'
import { type RenderLog, TimelineRow } from './timeline-row.tsx'
import { useDay } from './use-day.ts'
import { useNewCount } from './use-new-count.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useRowLabel } from './use-row-label.ts'
import { above, useScrollPosition } from './use-scroll-position.ts'

export interface ListHandle {
  toEnd: () => void
  /** Returns false if the message is not loaded. */
  toMessage: (id: number) => boolean
}

interface Props {
  ticketId: number
  /** The message that was jumped to, if the rows were loaded around it; 0 otherwise. */
  anchor: number
  rows: Entry[]
  /** Shown when there are no messages. */
  empty: ReactNode
  hasOlder: boolean
  isLoadingOlder: boolean
  onOlder: () => void
  hasNewer: boolean
  onNewer: () => void
  messages: MessageView[]
  onLatest: () => void
  marked: number | undefined
  typing: string | undefined
  renderLog: RenderLog
  ref: Ref<ListHandle>
}

/** In px above and below the view, so that scrolling does not show empty space. */
const overscan = 600

/** Renders only visible rows. Its props stay the same while somebody writes, so that writing does not render it. */
export const MessageList = memo(function MessageList(props: Props) {
  const { ticketId, anchor, rows, hasOlder, isLoadingOlder, hasNewer, typing, marked, renderLog, ref } = props
  const { t } = useTranslation()
  const { scroller, virtual, isShifted, isAtEnd, onScroll, onResize, toEnd, toMessage } = useScrollPosition({
    ticketId,
    rows,
    below: typing,
    anchor,
    hasOlder: hasOlder && !isLoadingOlder,
    onTop: props.onOlder,
    hasNewer,
    onBottom: props.onNewer,
  })
  const day = useDay(rows, virtual)
  const { current, before, after, onKeyDown, onFocus, onScrollEnd } = useRowFocus({ rows, scroller, virtual, isAtEnd })
  const label = useRowLabel(rows[current])
  const state = useMemo(
    () => ({
      stuck: day.stuck,
      current,
      label,
      isStop: (index: number) => rows[index] !== undefined && isStop(rows[index]),
    }),
    [day.stuck, current, label, rows],
  )
  const kept = useMemo(() => [day.stuck ?? -1, current].filter((index) => index >= 0), [day.stuck, current])
  const renderRow = useCallback(
    (entry: Entry) => <TimelineRow key={entry.key} entry={entry} marked={marked} renderLog={renderLog} />,
    [marked, renderLog],
  )

  useImperativeHandle(ref, () => ({ toEnd, toMessage }))
  useLayoutEffect(() => {
    if (scroller.current) day.follow(scroller.current)
  })

  function latest() {
    props.onLatest()
    toEnd()
  }

  const newCount = useNewCount(props.messages, isAtEnd)
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-label={t('messages.list')}
        // Rows that are rendered while somebody scrolls are not news.
        aria-live={isAtEnd ? 'polite' : 'off'}
        // No selector finds this, so the router leaves the scroll position alone, which the list keeps itself.
        data-scroll-restoration-id={'"'}
        // A click focuses it, so that keys scroll it; Tab goes to a message.
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onScroll={({ currentTarget }) => {
          onScroll()
          day.follow(currentTarget)
        }}
      >
        <div className={styles.list}>
          <span ref={before} tabIndex={-1} style={{ flex: 'none', height: above }} />
          <RowStateContext value={state}>
            <Virtualizer
              ref={virtual}
              as={OrderedList}
              item={ListRow}
              data={rows}
              scrollRef={scroller}
              startMargin={above}
              shift={isShifted}
              bufferSize={overscan}
              keepMounted={kept}
              onResize={onResize}
              onScrollEnd={onScrollEnd}
            >
              {renderRow}
            </Virtualizer>
          </RowStateContext>
          {/* Every ticket has a row that says who opened it. */}
          {!rows.some(isStop) && <div className={styles.empty}>{props.empty}</div>}
          {typing && <Typing label={typing} />}
          <span ref={after} tabIndex={-1} />
        </div>
      </div>
      <div className={styles.older} role="status">
        {isLoadingOlder && <Loader size="xs" aria-label={t('messages.loadingOlder')} />}
      </div>
      {(!isAtEnd || hasNewer) && (
        <div className={styles.latest}>
          <ActionIcon
            size={36}
            radius="xl"
            variant="default"
            aria-label={newCount > 0 ? t('messages.latestNew', { count: newCount }) : t('messages.latest')}
            onClick={latest}
          >
            <IconArrowDown size={18} stroke={1.8} />
          </ActionIcon>
          {newCount > 0 && <Counter value={newCount} />}
        </div>
      )}
    </div>
  )
})

function Typing({ label }: { label: string }) {
  return (
    <p className={styles.typing} aria-live="polite">
      <i />
      <i />
      <i />
      <span className="aloud">{label}</span>
    </p>
  )
}
