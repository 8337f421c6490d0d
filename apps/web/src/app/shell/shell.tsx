import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { hearShortcuts } from '../../lib/keyboard/shortcuts.ts'
import { useIsNarrow } from '../../ui/use-is-phone.ts'
import { PaletteDoor } from '../palette/palette-door.tsx'
import { NotificationKeeper } from '../notifications/notification-keeper.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { KeyboardHelpDoor } from './keyboard-help-door.tsx'
import { NarrowMenu } from './narrow-menu.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { useMenuOpen } from './use-menu-open.ts'

/**
 * The quiet L of chrome (rail and bar) around one bright sheet. On a phone a screen has the bar to itself by putting
 * `data-bare="true"` on an element of its own (an open conversation does).
 */
export function Shell() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useMenuOpen()
  const showsWideRail = isOpen && !isNarrow
  useEffect(hearShortcuts, [])
  useRailWidth(isNarrow ? 'none' : showsWideRail ? 'open' : 'closed')

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      {isNarrow ? (
        <NarrowMenu opened={isOpen} current={pathname} onClose={() => setIsOpen(false)} />
      ) : (
        <Rail isOpen={showsWideRail} current={pathname} />
      )}
      <div className={styles.column}>
        <TopBar isMenuOpen={isOpen} onToggleMenu={() => setIsOpen(!isOpen)} />
        <ConnectionBar />
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <PaletteDoor />
      <KeyboardHelpDoor />
      <NotificationKeeper />
    </div>
  )
}

/** Toasts stand outside the shell and after the rail: its width is said for the whole page. */
function useRailWidth(rail: 'none' | 'closed' | 'open') {
  useEffect(() => {
    const width = { none: '0px', closed: 'var(--g-rail)', open: 'var(--g-rail-open)' }[rail]
    document.documentElement.style.setProperty('--g-rail-now', width)
    return () => void document.documentElement.style.removeProperty('--g-rail-now')
  }, [rail])
}
