import { IconMessageCircle, IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Counter } from '../../../ui/marks/marks.tsx'
import styles from './narrow-tabs.module.css'
import { useUnreadCount } from '../unread.api.ts'

interface Props {
  current: 'ticket' | 'list'
  /** Opens the last open ticket; undefined if there was none. */
  onTicket: (() => void) | undefined
  onList: () => void
}

/** Below 600 px: two tabs. Hidden while a conversation fills the screen. */
export function NarrowTabs({ current, onTicket, onList }: Props) {
  const { t } = useTranslation()
  return (
    <nav className={styles.tabs} aria-label={t('tickets.narrow.label')} data-current={current}>
      <button
        type="button"
        aria-current={current === 'ticket' ? 'page' : undefined}
        disabled={!onTicket}
        onClick={onTicket}
      >
        <IconMessageCircle size={22} stroke={1.7} aria-hidden />
        {t('tickets.narrow.ticket')}
      </button>
      <button type="button" aria-current={current === 'list' ? 'page' : undefined} onClick={onList}>
        <span className={styles.icon}>
          <IconMessages size={22} stroke={1.7} aria-hidden />
          <Unread />
        </span>
        {t('tickets.narrow.list')}
      </button>
    </nav>
  )
}

/** The number of unread conversations in all lists, as in the rail and the bell. */
function Unread() {
  const count = useUnreadCount()
  return count > 0 && <Counter value={count} />
}
