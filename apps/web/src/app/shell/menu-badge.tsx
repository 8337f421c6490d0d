import { useConnectionAlert } from '../notifications/connection-alert.ts'
import { useUnreadCount } from '../../features/tickets/unread.api.ts'
import type { MenuEntry } from './menu.ts'
import styles from './rail.module.css'

/** The badge of a menu entry: the number of unread tickets, or that a connection is down. */
export function useMenuBadge(kind: MenuEntry['badge']): { count: number; alert: string | undefined } {
  const count = useUnreadCount(kind === 'unread')
  const alert = useConnectionAlert(kind === 'connections')
  return { count, alert }
}

export function MenuAlert({ alert, isInline = false }: { alert: string | undefined; isInline?: boolean }) {
  if (!alert) return null
  return <span className={isInline ? styles.dot : styles.alert} role="img" aria-label={alert} title={alert} />
}
