interface Notice {
  title: string
  text: string
  /** A newer notice with the same tag takes the place of the older one. */
  tag: string
  picture: string | null
  onOpen: () => void
}

const isKnown = typeof Notification !== 'undefined'

export const mayAskForNotices = () => isKnown && Notification.permission === 'default'

export async function askForNotices(): Promise<boolean> {
  return isKnown && (await Notification.requestPermission()) === 'granted'
}

/** Outside the window, for who has allowed it and looks at something else. */
export function showNotice({ title, text, tag, picture, onOpen }: Notice): void {
  // The permission is asked of another process, and waited for.
  if (document.hasFocus() || !isKnown || Notification.permission !== 'granted') return
  const notice = create(title, { body: text, tag, icon: picture ?? '/icon-192.png', silent: true })
  if (!notice) return
  notice.addEventListener('click', () => {
    window.focus()
    onOpen()
    notice.close()
  })
}

/** Browsers of phones have the interface and refuse to be asked this way. */
function create(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}
