import { useConnectionAlert } from '../notifications/connection-alert.ts'
import { useUnreadInChats } from '../../features/internal-chats/chats.api.ts'
import { useUnreadCount } from '../../features/tickets/unread.api.ts'
import type { MenuEntry } from './menu.ts'
import styles from './rail.module.css'

/** The badge of a menu entry: the number of unread tickets or messages of chats, or that a connection is down. */
export function useMenuBadge(kind: MenuEntry['badge']): { count: number; alert: string | undefined } {
  const tickets = useUnreadCount(kind === 'unread')
  const messages = useUnreadInChats(kind === 'chats')
  const alert = useConnectionAlert(kind === 'connections')
  return { count: kind === 'chats' ? messages : tickets, alert }
}

export function MenuAlert({ alert, isInline = false }: { alert: string | undefined; isInline?: boolean }) {
  if (!alert) return null
  return <span className={isInline ? styles.dot : styles.alert} role="img" aria-label={alert} title={alert} />
}
