import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Counter } from '../../ui/marks/marks.tsx'
import { MenuAlert, useMenuBadge } from './menu-badge.tsx'
import type { MenuEntry } from './menu.ts'
import styles from './rail.module.css'

interface Props {
  entry: MenuEntry
  isWordy: boolean
  isActive: boolean
  onGo?: (() => void) | undefined
}

export function MenuLink({ entry: { label, to, icon: Icon, badge }, isWordy, isActive, onGo }: Props) {
  const { t } = useTranslation()
  const { count, alert } = useMenuBadge(badge)
  const name = t(label)
  return (
    <Tooltip label={name} position="right" disabled={isWordy}>
      <Link
        className={styles.link}
        to={to}
        // Without this, an open ticket or chat would stay open.
        params={{ ticketId: undefined, chatId: undefined }}
        data-active={isActive}
        aria-current={isActive ? 'page' : undefined}
        onClick={onGo}
      >
        <Icon size={20} stroke={isActive ? 2 : 1.7} />
        <span className={isWordy ? 'cut' : 'aloud'}>{name}</span>
        {count > 0 && (
          <span className={styles.count}>
            <Counter value={count} /> <span className="aloud">{t('shell.menu.unread', { count })}</span>
          </span>
        )}
        <MenuAlert alert={alert} />
      </Link>
    </Tooltip>
  )
}
