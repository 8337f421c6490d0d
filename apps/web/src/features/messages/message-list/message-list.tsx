import { ActionIcon, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { MessageView, TicketLogView } from '@guiche/contract'
import type { ReactNode, Ref } from 'react'
import { useImperativeHandle, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Counter } from '../../../ui/marks/marks.tsx'
import { MessageBubble, SendBubble } from '../bubble/index.ts'
import styles from './message-list.module.css'
import type { Day, Entry } from './timeline.ts'
import { useNewCount } from './use-new-count.ts'
import { useScrollPosition } from './use-scroll-position.ts'

export interface ListHandle {
  toEnd: () => void
  toMessage: (id: number) => boolean
}

interface Props {
  ticketId: number
  days: Day[]
  /** Shown when there are no messages. */
  empty: ReactNode
  isReady: boolean
  hasOlder: boolean
  isLoadingOlder: boolean
  onOlder: () => void
  hasNewer: boolean
  onNewer: () => void
  messages: MessageView[]
  onLatest: () => void
  marked: number | undefined
  typing: string | undefined
  renderLog: (log: TicketLogView, receiver: TicketLogView | undefined) => ReactNode
  ref: Ref<ListHandle>
}

/** With more rows than this, rows outside the viewport are not painted. */
const many = 150

export function MessageList(props: Props) {
  const { ticketId, days, isReady, hasOlder, isLoadingOlder, onOlder, hasNewer, onNewer, typing, marked, ref } = props
  const { t } = useTranslation()
  const format = useFormat()
  const count = useMemo(() => days.reduce((sum, day) => sum + day.entries.length, 0), [days])
  const start = days.some(({ entries }) => entries.some(({ kind }) => kind === 'unread')) ? 'unread' : undefined
  const keeper = useScrollPosition({
    ticketId,
    content: days,
    isReady,
    start,
    hasOlder: hasOlder && !isLoadingOlder,
    onTop: onOlder,
  })
  const { scroller, isAtEnd, onScroll, toEnd, toRow } = keeper

  useImperativeHandle(ref, () => ({ toEnd: () => toEnd(), toMessage: (id) => toRow(`[data-message="${id}"]`) }))

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
        aria-busy={!isReady}
        // Focusable, so that keys scroll it.
        tabIndex={0}
        onScroll={() => {
          onScroll()
          const view = scroller.current
          if (hasNewer && view && view.scrollHeight - view.scrollTop - view.clientHeight < 100) onNewer()
        }}
      >
        <div className={styles.list} data-many={count > many}>
          <div className={styles.older} role="status">
            {isLoadingOlder && <Loader size="xs" aria-label={t('messages.loadingOlder')} />}
          </div>
          {count === 0 && isReady && <div className={styles.empty}>{props.empty}</div>}
          {days.map(({ key, entries }) => (
            <section key={key} className={styles.section} aria-label={format.dayName(dayMoment(entries))}>
              <h3 className={styles.day}>{format.dayName(dayMoment(entries))}</h3>
              <ol>
                {entries.map((entry) => (
                  <TimelineEntry key={entry.key} entry={entry} marked={marked} renderLog={props.renderLog} />
                ))}
              </ol>
            </section>
          ))}
          {typing && <Typing label={typing} />}
        </div>
      </div>
      {(!isAtEnd || hasNewer) && isReady && (
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
}

/** A time on this day, from which the name of the day is made. */
function dayMoment([first]: Entry[]): string {
  switch (first?.kind) {
    case 'message':
      return first.message.createdAt
    case 'send':
      return first.send.createdAt
    case 'log':
      return first.log.createdAt
    case 'unread':
    case 'ticket':
      return first.at
    case undefined:
      return new Date().toISOString()
  }
}

interface TimelineEntryProps {
  entry: Entry
  marked: number | undefined
  renderLog: Props['renderLog']
}

function TimelineEntry({ entry, marked, renderLog }: TimelineEntryProps) {
  const { t } = useTranslation()
  switch (entry.kind) {
    case 'message':
      return (
        <MessageBubble
          rowKey={entry.key}
          message={entry.message}
          isFirst={entry.isFirst}
          isMarked={entry.message.id === marked}
        />
      )
    case 'send':
      return <SendBubble rowKey={entry.key} send={entry.send} isFirst={entry.isFirst} />
    case 'unread':
      return (
        <li className={styles.unread} data-key={entry.key}>
          <span>{t('messages.newLine', { count: entry.count })}</span>
        </li>
      )
    case 'ticket':
      return (
        <li className={styles.ticket} data-key={entry.key}>
          <span>{t('messages.ticketLine', { id: entry.ticketId, queue: entry.queueName ?? t('ui.noQueue') })}</span>
        </li>
      )
    case 'log':
      return (
        <li className={styles.system} data-key={entry.key}>
          {renderLog(entry.log, entry.receiver)}
        </li>
      )
  }
}

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
