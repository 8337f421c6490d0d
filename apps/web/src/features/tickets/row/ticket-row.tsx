import { marksIn } from '@guiche/contract'
import { type MouseEvent, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Marked } from '../../../ui/marks/marked.tsx'
import { Counter } from '../../../ui/marks/marks.tsx'
import { FailedSign } from './failed-sign.tsx'
import { FoundPreview } from './found-preview.tsx'
import { RowActions } from './row-actions.tsx'
import { RowLabels } from './row-labels.tsx'
import { RowPreview } from './row-preview.tsx'
import { RowWaiting } from './row-waiting.tsx'
import type { ListedTicket } from '../ticket-lists.ts'
import styles from './ticket-row.module.css'

interface Props {
  ticket: ListedTicket
  href: string
  isSelected: boolean
  /** Shows the assigned user, for admins. */
  showsOwner: boolean
  /** Of the search that found it. */
  words: readonly string[]
  onOpen: (ticket: ListedTicket) => void
  /** Called on hover and focus, to prefetch the ticket. */
  onPrefetch: (ticket: ListedTicket) => void
}

/** A row of three lines. */
export const TicketRow = memo(function TicketRow(props: Props) {
  const { ticket, href, isSelected, showsOwner, words, onOpen, onPrefetch } = props
  const { t } = useTranslation()
  const format = useFormat()
  const { contact, channel, queue, unreadMessages, found } = ticket
  const at = found?.at ?? ticket.lastMessageAt
  const [isNear, setIsNear] = useState(false)

  function open(event: MouseEvent) {
    // Leaves clicks for a new tab or window to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(ticket)
  }

  return (
    <div
      className={styles.item}
      data-selected={isSelected}
      data-ticket={ticket.id}
      data-unread={unreadMessages > 0}
      data-status={ticket.status}
      style={{ '--queue': queue?.color ?? 'transparent' }}
      onPointerEnter={() => onPrefetch(ticket)}
      // Not `onPointerEnter`, which also fires when a row moves under a resting pointer.
      onPointerMove={() => setIsNear(true)}
      onFocus={() => {
        setIsNear(true)
        onPrefetch(ticket)
      }}
    >
      <a className={styles.link} href={href} aria-current={isSelected || undefined} onClick={open}>
        <Avatar
          name={contact.name}
          size={40}
          picture={contact.urlPicture}
          channel={channel}
          connection={ticket.whatsapp?.name}
        />
        <div className={styles.lines}>
          <div className={styles.line}>
            <span className={`${styles.name} cut`} dir="auto">
              <Marked text={contact.name} marks={marksIn(contact.name, words)} />
            </span>
            <time className={styles.time} dateTime={at}>
              {format.moment(at)}
            </time>
          </div>
          <div className={styles.line}>
            {ticket.hasFailed && <FailedSign />}
            {found ? <FoundPreview found={found} words={words} /> : <RowPreview ticket={ticket} />}
            {unreadMessages > 0 && (
              <>
                <Counter value={unreadMessages} />
                <span className="aloud">{t('tickets.row.unread', { count: unreadMessages })}</span>
              </>
            )}
          </div>
          <div className={`${styles.line} ${styles.meta}`}>
            <span className={`${styles.queue} cut`}>{queue?.name ?? t('ui.noQueue')}</span>
            <RowLabels ticket={ticket} showsOwner={showsOwner} />
            <RowWaiting ticket={ticket} />
          </div>
        </div>
      </a>
      <RowActions ticket={ticket} isNear={isNear} />
    </div>
  )
})
