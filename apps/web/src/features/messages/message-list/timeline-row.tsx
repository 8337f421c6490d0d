import type { TicketLogView } from '@guiche/contract'
import { type ReactNode, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { AlbumBubble, MessageBubble, SendBubble } from '../bubble/index.ts'
import styles from './message-list.module.css'
import type { Entry } from './timeline.ts'

export type RenderLog = (log: TicketLogView, receiver: TicketLogView | undefined) => ReactNode

interface Props {
  entry: Entry
  marked: number | undefined
  renderLog: RenderLog
}

/** Memoised, because every step of a scroll goes through all visible rows. */
export const TimelineRow = memo(function TimelineRow({ entry, marked, renderLog }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  switch (entry.kind) {
    case 'day':
      return <h3 className={styles.day}>{format.dayName(entry.at)}</h3>
    case 'message':
      return <MessageBubble message={entry.message} isFirst={entry.isFirst} isMarked={entry.message.id === marked} />
    case 'album':
      return <AlbumBubble messages={entry.messages} isFirst={entry.isFirst} marked={marked} />
    case 'send':
      return <SendBubble send={entry.send} isFirst={entry.isFirst} />
    case 'unread':
      return (
        <p className={styles.unread}>
          <span>{t('messages.newLine', { count: entry.count })}</span>
        </p>
      )
    case 'ticket':
      return (
        <p className={styles.ticket}>
          <span>{t('messages.ticketLine', { id: entry.ticketId, queue: entry.queueName ?? t('ui.noQueue') })}</span>
        </p>
      )
    case 'log':
      return <p className={styles.system}>{renderLog(entry.log, entry.receiver)}</p>
  }
})
