import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { QueueMark } from '../../../ui/marks/marks.tsx'
import type { ListedTicket } from '../ticket-lists.ts'
import styles from './conversation-head.module.css'

interface Props {
  ticket: ListedTicket
  isDrawerOpen: boolean
  onOpen: () => void
}

/** Whose ticket it is: contact, number, queue, attendant, connection. */
export function HeadIdentity({ ticket, isDrawerOpen, onOpen }: Props) {
  const { t } = useTranslation()
  const { contact, channel, queue, user, whatsapp, id } = ticket
  return (
    <button
      type="button"
      className={styles.contact}
      aria-label={t('tickets.head.contact', { name: contact.name })}
      aria-expanded={isDrawerOpen}
      onClick={onOpen}
    >
      <Avatar name={contact.name} size={36} picture={contact.urlPicture} channel={channel} />
      <span className={styles.who}>
        <span className={styles.words}>
          <span className={`${styles.name} cut`}>{contact.name}</span>
          <span className={styles.number}>#{id}</span>
        </span>
        <span className={`${styles.words} ${styles.meta}`}>
          <QueueMark queue={queue} />
          <span className={`${styles.dot} cut`}>
            {user ? (
              <>
                <span className={styles.prefix}>{t('tickets.head.assigned')} </span>
                {user.name}
              </>
            ) : (
              t('tickets.noUser')
            )}
          </span>
          {whatsapp && <span className={`${styles.dot} ${styles.wide} cut`}>{whatsapp.name}</span>}
        </span>
      </span>
    </button>
  )
}
