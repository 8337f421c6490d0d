import type { MomentsTicket } from '@guiche/contract'
import { IconRobot } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { QueueMark } from '../../ui/marks/marks.tsx'
import styles from './moments.module.css'
import { Waited } from './waited.tsx'

/** A customer whom nobody serves. */
export const WaitingRow = memo(function WaitingRow({ ticket }: { ticket: MomentsTicket }) {
  const { t } = useTranslation()
  const { uuid, contact, channel, queue, status, isBot, waitingSince } = ticket
  return (
    <li>
      <Link className={styles.row} to="/tickets/{-$ticketId}" params={{ ticketId: uuid }}>
        <Avatar name={contact.name} size={32} picture={contact.urlPicture} channel={channel} />
        <span className={styles.rowLines}>
          <span className={`${styles.rowName} cut`} dir="auto">
            {contact.name}
          </span>
          <span className={styles.rowQueue}>
            <QueueMark queue={queue} />
            {status === 'lgpd' ? (
              <span className="cut">· {t('tickets.status.lgpd')}</span>
            ) : (
              isBot && <IconRobot size={14} stroke={1.8} role="img" aria-label={t('tickets.row.withBot')} />
            )}
          </span>
        </span>
        {waitingSince ? <Waited since={waitingSince} /> : <span className={styles.quiet}>{t('moments.answered')}</span>}
      </Link>
    </li>
  )
})
