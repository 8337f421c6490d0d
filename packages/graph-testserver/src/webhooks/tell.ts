import type { Account } from '../business/account.ts'
import type { PhoneNumber } from '../business/phone-number.ts'
import type { InstagramAccount } from '../pages/instagram-account.ts'
import type { Page } from '../pages/page.ts'
import type { World } from '../world.ts'
import type { Entry } from './parcel.ts'

interface AccountNews {
  field: string
  value: unknown
  /** Unless it concerns the account only. */
  number?: PhoneNumber
  /** Seconds; most fields have none. */
  time?: number
}

/** Tells the apps that an account is linked with, each at the address of the number, the account or the app. */
export async function tellAccount(
  world: World,
  account: Account,
  { field, value, number, time }: AccountNews,
): Promise<void> {
  const entry: Entry = { id: account.id, ...(time !== undefined && { time }), changes: [{ field, value }] }
  const object = 'whatsapp_business_account'
  const sent = [...account.subscribedApps].map(async ([app, { override }]) => {
    const subscription = app.subscriptions.get(object)
    if (!subscription?.fields.has(field)) return
    const url = number?.override?.url ?? override?.url ?? subscription.url
    await world.webhooks.send({ app, url, object, entry: [entry] })
  })
  await Promise.all(sent)
}

interface PageNews {
  /** The field that an app has to be subscribed to. */
  field: string
  item: object
  /** Another app owns the thread. */
  isStandby?: boolean
}

/** Tells the apps that a page is linked with, about the page itself or its Instagram account. */
export async function tellPage(
  world: World,
  about: Page | InstagramAccount,
  { field, item, isStandby = false }: PageNews,
): Promise<void> {
  const [page, object] = about.kind === 'page' ? [about, 'page' as const] : [about.page, 'instagram' as const]
  const entry: Entry = {
    id: about.id,
    time: world.clock.now().getTime(),
    [isStandby ? 'standby' : 'messaging']: [item],
  }
  const sent = [...page.subscribedApps].map(async ([app, fields]) => {
    const subscription = app.subscriptions.get(object)
    if (!subscription?.fields.has(field)) return
    // The page subscribes to fields of its own; for Instagram it is enough that it is linked.
    if (object === 'page' && !fields.has(field)) return
    await world.webhooks.send({ app, url: subscription.url, object, entry: [entry] })
  })
  await Promise.all(sent)
}
