import { Drawer, ScrollArea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../ui/marks/logo.tsx'
import { isAt, useMenu } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import { LogOut } from './rail.tsx'
import styles from './rail.module.css'

interface Props {
  opened: boolean
  current: string
  onClose: () => void
}

/** The menu below 900 px: the rail's entries with labels, as a drawer over the page. */
export function NarrowMenu({ opened, current, onClose }: Props) {
  const { t } = useTranslation()
  const entries = useMenu()
  const administration = entries.filter(({ group }) => group === 'administration')
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={280} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('shell.menu.title')}>
        <nav className={styles.sheet} aria-label={t('shell.menu.title')}>
          <div className={styles.brand}>
            <Logo size={28} />
            <span className={styles.name}>Guichê</span>
          </div>
          <ScrollArea classNames={{ root: styles.links, viewport: styles.view }} type="hover" scrollbarSize={6}>
            {entries
              .filter(({ group }) => group === 'daily')
              .map((entry) => (
                <MenuLink key={entry.path} entry={entry} isWordy isActive={isAt(entry, current)} onGo={onClose} />
              ))}
            {administration.length > 0 && <p className={styles.group}>{t('shell.menu.administration')}</p>}
            {administration.map((entry) => (
              <MenuLink key={entry.path} entry={entry} isWordy isActive={isAt(entry, current)} onGo={onClose} />
            ))}
          </ScrollArea>
          <LogOut isWordy />
        </nav>
      </Drawer.Content>
    </Drawer.Root>
  )
}
