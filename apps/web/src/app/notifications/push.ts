import { api } from '@guiche/contract'
import { call } from '../../lib/api.ts'
import { workerRegistration } from '../../lib/browser/service-worker.ts'
import { mayShowNotices } from './browser-notice.ts'

/**
 * Subscribes this browser to push messages, if the user has allowed notices; repeated calls renew the subscription. Fails
 * silently: while a tab is open, notices do not need it.
 */
export async function subscribeToPush(): Promise<void> {
  try {
    const manager = (await workerRegistration())?.pushManager
    if (!manager || !mayShowNotices()) return
    const { key } = await call(api.pushKey)
    const subscription = await subscribed(manager, key)
    const { endpoint, keys } = subscription.toJSON()
    if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return
    await call(api.subscribeToPush, { body: { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } } })
  } catch {
    // No push service in this browser, or no connection: the next start of the page tries again.
  }
}

/** After the session's end. The server has forgotten the browser by then. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await workerRegistration()
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => undefined)
}

/** A subscription with another key is of no use: the installation has got a new secret. */
async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
  const existing = await manager.getSubscription()
  if (existing && keyOf(existing) === key) return existing
  await existing?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
