import { createECDH } from 'node:crypto'
import type { Deps } from '#platform/deps'
import { badRequest, notFound } from '#platform/errors'
import { removeOwnSubscription, saveSubscription } from './subscriptions.repository.ts'
import type { Vapid } from './vapid.ts'

export function pushRoutes({ routes }: Deps, vapid: Vapid): void {
  routes.handle('pushKey', async () => ({ key: vapid.publicKey }))

  routes.handle('subscribeToPush', async ({ body: { endpoint, keys }, run }) => {
    const p256dh = Buffer.from(keys.p256dh, 'base64url')
    if (!isPoint(p256dh))
      throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.keys.p256dh', message: 'invalid' }] })
    const auth = Buffer.from(keys.auth, 'base64url')
    return { id: await run((ctx) => saveSubscription(ctx, { endpoint, p256dh, auth })) }
  })

  routes.handle('unsubscribeFromPush', async ({ params: { id }, run }) => {
    if (!(await run((ctx) => removeOwnSubscription(ctx, id)))) throw notFound('ERR_NO_PUSH_SUBSCRIPTION_FOUND')
    return {}
  })
}

/** Messages cannot be encrypted for a key that is not on the curve. */
function isPoint(key: Buffer): boolean {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(key)
    return true
  } catch {
    return false
  }
}
