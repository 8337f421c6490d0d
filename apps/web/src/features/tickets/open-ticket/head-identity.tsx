import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { QueueMark } from '../../../ui/marks/marks.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import styles from './conversation-head.module.css'

/** Names are cut to 10 letters on a phone (docs/requirements/workspace.md, section 2). */
const shortName = 10

interface Props {
  ticket: ListedTicket
  isDrawerOpen: boolean
  onOpen: () => void
}

/** Whose ticket it is: contact, number, queue, attendant, connection. */
export function HeadIdentity({ ticket, isDrawerOpen, onOpen }: Props) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const { contact, channel, queue, user, whatsapp, id } = ticket
  const short = (name: string) => (isPhone && name.length > shortName ? `${name.slice(0, shortName)}…` : name)
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
          <span className={`${styles.name} cut`}>{short(contact.name)}</span>
          <span className={styles.number}>#{id}</span>
        </span>
        <span className={`${styles.words} ${styles.meta}`}>
          <QueueMark queue={queue} />
          <span className={`${styles.dot} cut`}>
            {user ? (
              <>
                <span className={styles.prefix}>{t('tickets.head.assigned')} </span>
                {short(user.name)}
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
