import { IconLock, IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ticketOfMessage } from '../../features/internal-chats/chats.api.ts'
import styles from './chats-screen.module.css'

/** A ticket as a card. Who may not see it learns its number only. */
export function SharedTicket({ messageId, ticketId }: { messageId: number; ticketId: number }) {
  const { t } = useTranslation()
  const { data: ticket, error } = useQuery(ticketOfMessage(messageId))
  const number = t('chats.ticketNumber', { id: ticketId })
  if (!ticket)
    return (
      <p className={styles.ticket} data-locked>
        <IconLock size={18} stroke={1.7} aria-hidden />
        <span>
          <b>{number}</b>
          {error && <small>{t('chats.ticketHidden')}</small>}
        </span>
      </p>
    )
  return (
    <Link className={styles.ticket} to="/tickets/{-$ticketId}" params={{ ticketId: ticket.uuid }}>
      <IconTicket size={18} stroke={1.7} aria-hidden />
      <span>
        <b className="cut">{ticket.contactName}</b>
        <small className="cut">
          {[number, ticket.queue?.name, t(`shell.palette.status.${ticket.status}`)].filter(Boolean).join(' · ')}
        </small>
      </span>
    </Link>
  )
}
