import type { PushNotice } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import type { Runnable } from '#platform/process/runnable'
import { createSemaphore } from '#platform/work/semaphore'
import { encryptFor } from './encrypt.ts'
import { type AddressedNotice, type CompanyNews, type News, noticesOf } from './notices.ts'
import { removeSubscriptions } from './subscriptions.repository.ts'
import type { Vapid } from './vapid.ts'

/** In ms. What happens in a ticket or an internal chat within this time is told at once. */
const gathering = 1000
/** Calls to push services; more than `maxWaiting` waiting ones are left out. */
const calls = { atOnce: 8, maxWaiting: 1000 }
/** In s. How long a push service keeps a notice for a browser that is not running. */
const keptFor = 12 * 3600

/**
 * Sends notices about messages, also internal ones, and transfers to browsers of users who have no window of the application in use. A notice
 * may be lost with the process; the bell shows the ticket anyway.
 */
export function createPusher(deps: Deps, vapid: Vapid): Runnable {
  const { units, publisher, live, outside, publicUrl, log } = deps
  const waiting = new Map<number, CompanyNews>()
  const timers = new Map<number, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const semaphore = createSemaphore(calls)

  // Late facts were heard by several processes, and each would send a notice.
  publisher.listen('message.created', (companyId, { ids }, { isLate }) => {
    if (!isLate) newsOf(companyId, ids.ticketId).messageIds.push(ids.messageId)
  })
  publisher.listen('ticket.changed', (companyId, { ids }, { isLate }) => {
    if (!isLate && ids.from) newsOf(companyId, ids.ticketId).hasMoved = true
  })
  publisher.listen('internalMessage.created', (companyId, { ids }, { isLate }) => {
    if (!isLate) newsIn(companyId).internalMessageIds.push(ids.internalMessageId)
  })

  return {
    name: 'push messages',
    stop: async () => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      await Promise.all(running)
    },
  }

  function newsOf(companyId: number, ticketId: number): News {
    const { tickets } = newsIn(companyId)
    const news = tickets.get(ticketId) ?? { messageIds: [], hasMoved: false }
    tickets.set(ticketId, news)
    return news
  }

  function newsIn(companyId: number): CompanyNews {
    const news = waiting.get(companyId) ?? { tickets: new Map<number, News>(), internalMessageIds: [] }
    waiting.set(companyId, news)
    if (!timers.has(companyId)) timers.set(companyId, setTimeout(() => begin(companyId), gathering).unref())
    return news
  }

  function begin(companyId: number) {
    timers.delete(companyId)
    const news = waiting.get(companyId)
    waiting.delete(companyId)
    if (!news) return
    const work = tell(companyId, news)
      .catch((err: unknown) => log.warn({ event: 'push.not-told', err, companyId }, 'could not send push messages'))
      .finally(() => running.delete(work))
    running.add(work)
  }

  async function tell(companyId: number, news: CompanyNews) {
    const { addressed, ended } = await units.read({ kind: 'system', companyId }, (ctx) =>
      noticesOf(ctx, news, publicUrl.origin),
    )
    const gone = await Promise.all(addressed.map((one) => sendUnlessLookedAt(companyId, one)))
    const removed = [...ended, ...gone.filter((id) => id !== undefined)]
    if (removed.length > 0) await units.run({ kind: 'system', companyId }, (ctx) => removeSubscriptions(ctx, removed))
  }

  /** Returns the id of a subscription that does not exist any more. */
  async function sendUnlessLookedAt(companyId: number, addressed: AddressedNotice): Promise<number | undefined> {
    const { subscription, notice } = addressed
    if (await isLookedAt(companyId, subscription.user_id)) return undefined
    try {
      const status = await semaphore.run(() => send(addressed))
      if (isGone(status)) return subscription.id
      if (status >= 300) log.warn({ event: 'push.refused', companyId, status }, 'a push service refused a message')
    } catch (err) {
      log.warn({ event: 'push.failed', err, companyId, about: notice.tag }, 'could not reach a push service')
    }
    return undefined
  }

  /** Their window is the one in use, so the page itself rings. */
  async function isLookedAt(companyId: number, userId: number): Promise<boolean> {
    const sockets = await live.io
      .in(rooms.user(companyId, userId))
      .fetchSockets()
      // Other processes cannot be asked now: a notice too many is better than none.
      .catch(() => [])
    return sockets.some(({ data }) => data.isFocused === true)
  }

  async function send({ subscription, notice }: AddressedNotice): Promise<number> {
    const url = new URL(subscription.endpoint)
    return outside.post(url, {
      headers: {
        authorization: await vapid.authorizationFor(url),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(keptFor),
        urgency: 'high',
        // A service that still keeps an older notice about the ticket replaces it.
        topic: topicOf(notice),
      },
      body: encryptFor(subscription, JSON.stringify(notice)),
    })
  }
}

/** 404 and 410: the browser has unsubscribed. 403: it has subscribed with another key, so it would never be reached. */
const isGone = (status: number) => status === 404 || status === 410 || status === 403

/** At most 32 characters of base64url. */
const topicOf = ({ tag }: PushNotice) => tag.replaceAll('-', '')
