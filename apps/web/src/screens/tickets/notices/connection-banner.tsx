import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { managersOfConnections } from '../../../features/tickets/colleagues.api.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { mayManageConnections } from '../../../lib/rights.ts'
import { useMe } from '../../../lib/session.ts'
import styles from './notices.module.css'

/** The ticket's connection is lost: what that means, and what this user can do about it. */
export function ConnectionBanner({ ticket: { whatsapp } }: { ticket: ListedTicket }) {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <div className={styles.banner} role="status">
      <IconPlugConnectedX size={16} stroke={1.8} aria-hidden />
      <span>
        <b>{t('tickets.line.lost', { name: whatsapp?.name ?? '' })}</b> {t('tickets.line.kept')}
      </span>
      {mayManageConnections(me) ? <Link to="/connections">{t('tickets.line.reconnect')}</Link> : <WhoCan />}
    </div>
  )
}

/** The colleagues who can do something. */
function WhoCan() {
  const { t } = useTranslation()
  const { data = [] } = useQuery(managersOfConnections)
  if (data.length === 0) return <b>{t('tickets.line.tellAdmin')}</b>
  return <b>{t('tickets.line.tell', { names: data.map(({ name }) => name).join(', ') })}</b>
}
