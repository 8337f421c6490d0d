import { useEffect, useState } from 'preact/hooks'
import { summaryOf } from '../summary.ts'
import { countUnread, lastOf } from '../messages/messages.ts'
import { Avatar } from './avatar.tsx'
import { useWindow, type Window } from './context.ts'
import { Icon, IconButton } from './icon.tsx'
import { Panel } from './panel.tsx'

const invitesAfter = 8000

/** The button on the site, with the open panel or the preview of a message. */
export function Launcher() {
  const { chat, state, t } = useWindow()
  const { isOpen, info, isMissing } = state
  const unread = countUnread(state.messages)
  if (!info || (isMissing && !isOpen)) return null
  return (
    <aside class="corner" data-open={isOpen} aria-label={t('chatWith', { company: info.companyName })}>
      {isOpen ? <Panel /> : <Preview />}
      <button
        type="button"
        class="launcher"
        aria-expanded={isOpen}
        aria-label={isOpen ? t('close') : unread ? t('openUnread', { count: unread }) : t('open')}
        onClick={() => void (isOpen ? chat.close() : chat.open())}
      >
        {isOpen ? <Icon name="down" size={26} /> : <Icon name="chat" size={28} />}
        {!isOpen && unread > 0 && <span class="badge">{unread > 9 ? '9+' : unread}</span>}
      </button>
    </aside>
  )
}

/** The newest unread message, or after a while the company's invitation. */
function Preview() {
  const window = useWindow()
  const { chat, t } = window
  const isDue = useLater(invitesAfter)
  const [dismissed, setDismissed] = useState<string>()
  const words = textOf(window, isDue)
  if (!words || words === dismissed) return null
  return (
    <div class="preview" role="status">
      <button type="button" onClick={() => void chat.open()}>
        <Avatar size={28} />
        <span>{words}</span>
      </button>
      <IconButton
        icon="cross"
        label={t('dismiss')}
        onClick={() => {
          setDismissed(words)
          chat.dismissInvitation()
        }}
      />
    </div>
  )
}

function textOf({ state, t }: Window, isDue: boolean): string | undefined {
  const last = countUnread(state.messages) ? lastOf(state.messages) : undefined
  if (last) return [last.author, summaryOf(last, t)].filter(Boolean).join(': ')
  return isDue && !state.isInvited && !state.messages.length ? state.info?.invitation : undefined
}

function useLater(ms: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLater, ms, true)
    return () => clearTimeout(timer)
  }, [ms])
  return isLater
}
