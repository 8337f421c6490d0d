import type { UserNotices } from '#modules/user-notices'
import type { Deps } from '#platform/deps'
import type { CompanyWorker } from '#platform/work/company-worker'
import { removeOld } from '#platform/work/retention'
import { createOnCallWorker } from './call-on-duty.ts'
import './on-call.facts.ts'
import { onCallLive } from './on-call.live.ts'
import { waitingNotices } from './due.repository.ts'
import { removeOldNotices, removeOnCallOf } from './on-call.repository.ts'
import { onCallRoutes } from './on-call.routes.ts'

/** Returns the worker that calls who is on duty. */
export function registerOnCall(
  deps: Deps,
  wiring: { notices: Pick<UserNotices, 'writeOverOwn' | 'takeBack'> },
): CompanyWorker {
  onCallRoutes(deps)
  onCallLive(deps)
  deps.followers.within('user.deleted', async (ctx, { userId }) => {
    for (const onCallId of await removeOnCallOf(ctx, userId)) ctx.emit('onCall.deleted', { onCallId })
  })
  // Somebody serves the customer, so nobody is called any more: a connection may carry what waits for it much later.
  deps.followers.within('ticket.changed', async (ctx, { ticketId, from }) => {
    if (from?.status === 'pending') await wiring.notices.takeBack(ctx, await waitingNotices(ctx, ticketId))
  })
  deps.jobs.defineTimer('onCall.sweep', '51 3 * * *', () =>
    removeOld(deps, 'notices to people on call', removeOldNotices),
  )
  return createOnCallWorker(deps, wiring)
}
