interface Notice {
  title: string
  text: string
  /** A notification with the same tag replaces the older one. */
  tag: string
  picture: string | null
  onOpen: () => void
}

const isKnown = typeof Notification !== 'undefined'

export const mayAskForNotices = () => isKnown && Notification.permission === 'default'

export async function askForNotices(): Promise<boolean> {
  return isKnown && (await Notification.requestPermission()) === 'granted'
}

/** Shows a system notification, if the user has allowed it and the page is not visible. */
export function showNotice({ title, text, tag, picture, onOpen }: Notice): void {
  // Checked last: reading the permission waits for another process.
  if (document.hasFocus() || !isKnown || Notification.permission !== 'granted') return
  const notice = create(title, { body: text, tag, icon: picture ?? '/icon-192.png', silent: true })
  if (!notice) return
  notice.addEventListener('click', () => {
    window.focus()
    onOpen()
    notice.close()
  })
}

/** Browsers on phones have the constructor, but it throws. */
function create(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}
