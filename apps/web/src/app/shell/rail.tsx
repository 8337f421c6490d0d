import { Menu, ScrollArea, Tooltip, UnstyledButton } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../ui/marks/logo.tsx'
import { logOut } from '../session/log-out.ts'
import { isAt, type MenuEntry, useMenu } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import { MenuAlert, useMenuBadge } from './menu-badge.tsx'
import styles from './rail.module.css'

interface Props {
  isOpen: boolean
  current: string
}

/** Closed: 64 px with icons and one button for administration. Open: 240 px with labels. */
export function Rail({ isOpen, current }: Props) {
  const { t } = useTranslation()
  const entries = useMenu()
  const daily = entries.filter(({ group }) => group === 'daily')
  const administration = entries.filter(({ group }) => group === 'administration')

  return (
    <nav className={styles.rail} data-open={isOpen} aria-label={t('shell.menu.title')}>
      <Link className={styles.brand} to="/tickets/{-$ticketId}" params={{ ticketId: undefined }} aria-label="Guichê">
        <Logo size={28} />
        {isOpen && <span className={styles.name}>Guichê</span>}
      </Link>
      <ScrollArea classNames={{ root: styles.links, viewport: styles.view }} type="hover" scrollbarSize={6}>
        {daily.map((entry) => (
          <MenuLink key={entry.path} entry={entry} isWordy={isOpen} isActive={isAt(entry, current)} />
        ))}
        {administration.length > 0 &&
          (isOpen ? (
            <>
              <p className={styles.group}>{t('shell.menu.administration')}</p>
              {administration.map((entry) => (
                <MenuLink key={entry.path} entry={entry} isWordy isActive={isAt(entry, current)} />
              ))}
            </>
          ) : (
            <AdministrationMenu entries={administration} current={current} />
          ))}
      </ScrollArea>
      <LogOut isWordy={isOpen} />
    </nav>
  )
}

/** The closed rail's administration button, which opens a list with labels. */
function AdministrationMenu({ entries, current }: { entries: MenuEntry[]; current: string }) {
  const { t } = useTranslation()
  const badge = useMenuBadge('connections')
  const isActive = entries.some((entry) => isAt(entry, current))
  const label = t('shell.menu.administration')
  return (
    <div className={styles.door}>
      <Menu position="right-start" offset={12} width={220}>
        <Menu.Target>
          <UnstyledButton className={styles.link} data-active={isActive} aria-label={label} title={label}>
            <IconAdjustmentsHorizontal size={20} stroke={isActive ? 2 : 1.7} />
            {entries.some((entry) => entry.badge === 'connections') && <MenuAlert alert={badge.alert} />}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{label}</Menu.Label>
          {entries.map((entry) => (
            <Menu.Item
              key={entry.path}
              component={Link}
              to={entry.to}
              leftSection={<entry.icon size={18} stroke={1.7} />}
              rightSection={entry.badge === 'connections' && <MenuAlert alert={badge.alert} isInline />}
              aria-current={isAt(entry, current) ? 'page' : undefined}
            >
              {t(entry.label)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

export function LogOut({ isWordy }: { isWordy: boolean }) {
  const { t } = useTranslation()
  const label = t('shell.account.logOut')
  return (
    <Tooltip label={label} position="right" disabled={isWordy}>
      <UnstyledButton className={styles.link} aria-label={isWordy ? undefined : label} onClick={() => void logOut()}>
        <IconLogout size={20} stroke={1.7} />
        {isWordy && <span className="cut">{label}</span>}
      </UnstyledButton>
    </Tooltip>
  )
}
