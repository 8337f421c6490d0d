import { type MouseEvent, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Counter } from '../../../ui/marks/marks.tsx'
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
  /** To admins: who has it. */
  showsOwner: boolean
  onOpen: (ticket: ListedTicket) => void
  /** The pointer or the focus has come: it may be opened next. */
  onApproach: (ticket: ListedTicket) => void
}

/** Three lines and nothing else (design, ui/README.md section 5). */
export const TicketRow = memo(function TicketRow({ ticket, href, isSelected, showsOwner, onOpen, onApproach }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { contact, channel, queue, unreadMessages } = ticket
  const [isNear, setIsNear] = useState(false)

  function open(event: MouseEvent) {
    // A new tab or window is the browser's business.
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
      onPointerEnter={() => onApproach(ticket)}
      // A row that moves under a resting pointer is not gone to.
      onPointerMove={() => setIsNear(true)}
      onFocus={() => {
        setIsNear(true)
        onApproach(ticket)
      }}
    >
      <a className={styles.link} href={href} aria-current={isSelected || undefined} onClick={open}>
        <Avatar name={contact.name} size={40} picture={contact.urlPicture} channel={channel} />
        <div className={styles.lines}>
          <div className={styles.line}>
            <span className={`${styles.name} cut`}>{contact.name}</span>
            <time className={styles.time} dateTime={ticket.lastMessageAt}>
              {format.moment(ticket.lastMessageAt)}
            </time>
          </div>
          <div className={styles.line}>
            <RowPreview ticket={ticket} />
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
