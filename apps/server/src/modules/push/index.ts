import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'
import type { Sessions } from '#modules/sessions'
import { pushRoutes } from './push.routes.ts'
import { createPusher } from './pusher.ts'
import { removeEnded } from './subscriptions.repository.ts'
import { createVapid } from './vapid.ts'

/** Notifies browsers while no tab is open. */
export function registerPush(deps: Deps, sessions: Pick<Sessions, 'onLeft'>): Runnable {
  const { units, keys, publicUrl, log } = deps
  const vapid = createVapid(keys.webPush, publicUrl)
  pushRoutes(deps, vapid)
  // Nothing is sent for an ended session anyway; this forgets the browser's address at once.
  sessions.onLeft((companyId, userId) => {
    units
      .run({ kind: 'system', companyId }, (ctx) => removeEnded(ctx, userId))
      .catch((err: unknown) =>
        log.warn({ event: 'push.not-removed', err, companyId }, 'could not remove push subscriptions of a session'),
      )
  })
  return createPusher(deps, vapid)
}
