import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { floatingChat, useFloatingChat } from '../../lib/talk/floating-chat.ts'
import { mayChat } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import styles from './floating-chat.module.css'

const ChatView = lazy(() => import('../../screens/chats/chat-view.tsx').then((file) => ({ default: file.ChatView })))

/** A chat over any other screen. It closes when the focus leaves it. */
export function FloatingChat() {
  const uuid = useFloatingChat()
  const me = useMe()
  const { pathname } = useLocation()
  if (uuid === undefined || !mayChat(me) || pathname.startsWith('/chats')) return null
  return <Panel key={uuid} uuid={uuid} />
}

const close = () => floatingChat.set(undefined)

/** Its dialogs, menus and pictures are elsewhere in the page. The focus is nowhere while the window is not in use. */
function closeUnlessWithin(panel: HTMLElement | null, target: EventTarget | null) {
  if (!(target instanceof Element) || panel?.contains(target) || target.closest('[data-portal], .yarl__portal')) return
  close()
}

function Panel({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  // A press on something that takes no focus tells of no new owner of the focus.
  useEffect(() => {
    const press = ({ target }: PointerEvent) => closeUnlessWithin(panel.current, target)
    addEventListener('pointerdown', press)
    return () => removeEventListener('pointerdown', press)
  }, [])

  return (
    <aside
      ref={panel}
      className={styles.panel}
      tabIndex={-1}
      aria-label={t('chats.floating')}
      onBlur={({ currentTarget, relatedTarget }) => closeUnlessWithin(currentTarget, relatedTarget)}
      onKeyDown={({ key, defaultPrevented, currentTarget, target }) => {
        // Keys in its dialogs pass here too.
        const isWithin = target instanceof Node && currentTarget.contains(target)
        if (key === 'Escape' && !defaultPrevented && isWithin) close()
      }}
    >
      <ActionIcon className={styles.close ?? ''} size={32} aria-label={t('ui.close')} onClick={close}>
        <IconX size={18} stroke={1.8} />
      </ActionIcon>
      <Suspense>
        <ChatView uuid={uuid} onLeave={close} onOpen={floatingChat.set} />
      </Suspense>
    </aside>
  )
}
