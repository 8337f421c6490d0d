import { api } from '@guiche/contract'
import { call } from '../../lib/api.ts'
import { storage } from '../../lib/browser/storage.ts'
import { workerRegistration } from '../../lib/browser/service-worker.ts'
import { mayShowNotices } from './browser-notice.ts'

/**
 * Subscribes this browser to push messages, if the user wants notices; repeated calls renew the subscription. Fails
 * silently: while a tab is open, notices do not need it.
 */
export async function subscribeToPush(): Promise<void> {
  try {
    const manager = (await workerRegistration())?.pushManager
    if (!manager || !mayShowNotices()) return
    const { key } = await call(api.pushKey)
    await tell(await subscribed(manager, key))
  } catch {
    // No push service in this browser, or no connection: the next start of the page tries again.
  }
}

/** Switches notices outside of the window on or off for this device; the server forgets a device without them. */
export async function switchNotices(isOn: boolean): Promise<void> {
  if (isOn) {
    storage.noticesOff.clear()
    return subscribeToPush()
  }
  storage.noticesOff.set(true)
  const subscription = await existing()
  if (!subscription) return
  try {
    const id = await tell(subscription)
    if (id !== undefined) await call(api.unsubscribeFromPush, { params: { id } })
  } catch {
    // No connection: the push service refuses the address from now on, and the server then forgets it.
  }
  await subscription.unsubscribe().catch(() => undefined)
}

/** After the session's end. The server has forgotten the browser by then. */
export async function unsubscribeFromPush(): Promise<void> {
  const subscription = await existing()
  await subscription?.unsubscribe().catch(() => undefined)
}

async function existing(): Promise<PushSubscription | null> {
  const registration = await workerRegistration()
  return (await registration?.pushManager?.getSubscription().catch(() => null)) ?? null
}

/** Returns the id that the server knows it by, also of one that it knew before. */
async function tell(subscription: PushSubscription): Promise<number | undefined> {
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return undefined
  const body = { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } }
  const { id } = await call(api.subscribeToPush, { body })
  return id
}

/** A subscription with another key is of no use: the installation has got a new secret. */
async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
  const current = await manager.getSubscription()
  if (current && keyOf(current) === key) return current
  await current?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
