import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Counter } from '../../ui/marks.tsx'
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
  const spoken = count > 0 ? t('shell.menu.withUnread', { name, count }) : name
  return (
    <Tooltip label={name} position="right" disabled={isWordy}>
      <Link
        className={styles.link}
        to={to}
        data-active={isActive}
        aria-current={isActive ? 'page' : undefined}
        aria-label={isWordy && count === 0 ? undefined : spoken}
        onClick={onGo}
      >
        <Icon size={20} stroke={isActive ? 2 : 1.7} />
        {isWordy && <span className="cut">{name}</span>}
        {count > 0 && (
          <span className={styles.count}>
            <Counter value={count} />
          </span>
        )}
        <MenuAlert alert={alert} />
      </Link>
    </Tooltip>
  )
}
