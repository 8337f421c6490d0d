import type { MomentsTicket } from '@guiche/contract'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './moments.module.css'
import { Waited } from './waited.tsx'

/** A ticket that somebody serves. */
export const TicketLine = memo(function TicketLine({ ticket }: { ticket: MomentsTicket }) {
  const { t } = useTranslation()
  const { uuid, contact, queue, waitingSince } = ticket
  return (
    <li>
      <Link
        className={styles.line}
        to="/tickets/{-$ticketId}"
        params={{ ticketId: uuid }}
        style={{ '--queue': queue?.color ?? 'transparent' }}
      >
        <span className={`${styles.lineName} cut`} dir="auto">
          {contact.name}
        </span>
        <span className={`${styles.lineQueue} cut`}>{queue?.name ?? t('ui.noQueue')}</span>
        {waitingSince ? <Waited since={waitingSince} /> : <span className="aloud">{t('moments.answered')}</span>}
      </Link>
    </li>
  )
})
