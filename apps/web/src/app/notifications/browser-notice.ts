import { storage } from '../../lib/browser/storage.ts'
import { workerRegistration } from '../../lib/browser/service-worker.ts'

interface Notice {
  title: string
  text: string
  /** A notification with the same tag replaces the older one, also one that was pushed. */
  tag: string
  picture: string | null
  /** Opened by pressing the notification. */
  path: string
}

const isKnown = typeof Notification !== 'undefined'

export const mayAskForNotices = () => isKnown && Notification.permission === 'default'

export async function askForNotices(): Promise<boolean> {
  return isKnown && (await Notification.requestPermission()) === 'granted'
}

export const areNoticesAllowed = () => isKnown && Notification.permission === 'granted'

/** The user has allowed them, and has not switched them off for this device. */
export const mayShowNotices = () => areNoticesAllowed() && !storage.noticesOff.get()

/**
 * Shows a system notification, if the user wants it and the page is not in use. The service worker shows it and
 * opens its path: browsers on phones refuse notifications of pages.
 */
export async function showNotice({ title, text, tag, picture, path }: Notice): Promise<void> {
  // Checked last: reading the permission waits for another process.
  if (document.hasFocus() || !mayShowNotices()) return
  const registration = await workerRegistration()
  await registration?.showNotification(title, {
    body: text,
    tag,
    icon: picture ?? '/icon-192.png',
    badge: '/badge-96.png',
    silent: true,
    data: { path },
  })
}
