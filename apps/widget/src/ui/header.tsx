import { Avatar } from './avatar.tsx'
import { useWindow, type Window } from './context.ts'
import { IconButton } from './icon.tsx'

export function Header() {
  const window = useWindow()
  const { chat, state, t, isPage } = window
  const Name = isPage ? 'h1' : 'h2'
  return (
    // In a dialog it would be a second banner of the page.
    <header role="presentation">
      <Avatar size={40} isOnline={!!state.info?.online} />
      <div class="who">
        <Name>{state.info?.name || state.info?.companyName}</Name>
        <p>{statusOf(window)}</p>
      </div>
      <IconButton
        icon={state.isMuted ? 'mute' : 'sound'}
        label={t(state.isMuted ? 'unmute' : 'mute')}
        onClick={() => chat.mute(!state.isMuted)}
      />
      {!isPage && <IconButton class="close" icon="down" label={t('close')} onClick={() => void chat.close()} />}
    </header>
  )
}

/** Says whether attendants are online. */
function statusOf({ state, t }: Window): string {
  const { info, typing } = state
  if (typing !== undefined) return t('isTyping', { name: typing || (info?.companyName ?? '') })
  if (!info?.withinHours) return t('outside')
  if (!info.online) return t('away')
  return info.attendant ? t('repliesSoon', { name: info.attendant.name.split(' ')[0] ?? '' }) : t('online')
}
