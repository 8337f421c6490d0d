import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveHelps } from '../../features/helps/helps.api.ts'
import { installShortcuts } from '../../lib/keyboard/shortcuts.ts'
import { useIsNarrow } from '../../ui/use-is-phone.ts'
import { PaletteLoader } from '../palette/palette-loader.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { ChatEffects } from '../notifications/chat-effects.tsx'
import { NotificationEffects } from '../notifications/notification-effects.tsx'
import { OnCallEffects } from '../notifications/on-call-effects.tsx'
import { PendingChanges } from '../notifications/pending-changes.tsx'
import { PushEffects } from '../notifications/push-effects.tsx'
import { TicketEffects } from '../ticket-effects.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { FloatingChat } from '../floating-chat/floating-chat.tsx'
import { KeyboardHelpLoader } from '../keyboard-help/keyboard-help-loader.tsx'
import { NarrowMenu } from './narrow-menu.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'
import { SubscriptionBar } from './subscription-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useMenuOpen } from './use-menu-open.ts'

/**
 * Rail and top bar around the screen. On a phone a screen hides the bar with `data-bare="true"` on one of its elements,
 * as an open conversation does.
 */
export function Shell() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useMenuOpen()
  const showsWideRail = isOpen && !isNarrow
  useEffect(installShortcuts, [])
  useLiveHelps()
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
        <SubscriptionBar />
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <PaletteLoader />
      <KeyboardHelpLoader />
      <TicketEffects />
      <NotificationEffects />
      <ChatEffects />
      <FloatingChat />
      <OnCallEffects />
      <PendingChanges />
      <PushEffects />
      <LeaveGuard />
    </div>
  )
}

/** Sets the rail's width on the page, because toasts are rendered outside of the shell and beside the rail. */
function useRailWidth(rail: 'none' | 'closed' | 'open') {
  useEffect(() => {
    const width = { none: '0px', closed: 'var(--g-rail)', open: 'var(--g-rail-open)' }[rail]
    document.documentElement.style.setProperty('--g-rail-now', width)
    return () => void document.documentElement.style.removeProperty('--g-rail-now')
  }, [rail])
}
