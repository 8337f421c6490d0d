import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notices } from './on-call.api.ts'
import styles from './on-call.module.css'

/** The last notices, and whether each could go out as a message. */
export function NoticeList() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data = [] } = useQuery(notices)
  if (data.length === 0) return null
  return (
    <section className={styles.notices} aria-labelledby="on-call-notices">
      <h2 id="on-call-notices">{t('on-call.notices')}</h2>
      <ul>
        {data.map(({ id, way, user, ticket, createdAt }) => (
          <li key={id} data-way={way}>
            <time dateTime={createdAt}>{format.tableTime(createdAt)}</time>
            <b className="cut">{user.name}</b>
            {ticket ? (
              <Link to="/tickets/{-$ticketId}" params={{ ticketId: ticket.uuid }} className="cut" dir="auto">
                {ticket.contactName} #{ticket.id}
              </Link>
            ) : (
              <span />
            )}
            <span className={styles.way}>{t(`on-call.ways.${way}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
