import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { IdParams } from '../shared/fields.ts'

/** Where the browser's push service takes messages for one browser, and the keys that only this browser has (RFC 8291). */
const Subscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1000, 'tooLong'),
  keys: z.object({
    /** A point of P-256, not compressed. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
})

/** What the service worker shows (apps/web/public/sw.js). */
export interface PushNotice {
  title: string
  body: string
  /** A newer notice with the same tag replaces the older one. */
  tag: string
  /** Opened by pressing the notice. */
  path: string
}

export const pushCalls = {
  pushKey: endpoint({
    method: 'GET',
    path: '/push/key',
    summary: 'The public key that browsers subscribe to push messages with',
    access: 'user',
    feature: 'none',
    answer: z.object({ key: z.string() }),
  }),
  subscribeToPush: endpoint({
    method: 'POST',
    path: '/push/subscriptions',
    summary: 'Notify this browser while no tab is open, until the session ends; a repeated call renews it',
    access: 'user',
    feature: 'none',
    body: Subscription,
    answer: z.object({ id: z.number() }),
  }),
  unsubscribeFromPush: endpoint({
    method: 'DELETE',
    path: '/push/subscriptions/:id',
    summary: 'Notify this browser no more',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: z.object({}),
  }),
} as const
