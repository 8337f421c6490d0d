import type { Deps } from '#platform/deps'
import type { SendingBounds } from '#platform/process/config'
import { removeOld } from '#platform/work/retention'
import { type SendingGuard, createSendingGuard } from './guard.ts'
import { followLimit, pause } from './pause.ts'
import './sending-guard.facts.ts'
import { sendingGuardLive } from './sending-guard.live.ts'
import { sendingGuardRoutes } from './sending-guard.routes.ts'
import { removeOldReached } from './portfolio/portfolio.repository.ts'
import { countTemplates, leaveStanding } from './standing.ts'
import { addUsed, removeOldDays, removeOldSends, subtractUsed, talkOfTicket } from './sends.repository.ts'

export { BudgetTaken, type SendingGuard, createSendingGuard, heldError } from './guard.ts'
export type { Forecast } from './forecast.ts'
export type { Hold, Room } from './room.ts'
export { giveBack } from './give-back.ts'
export { isKnown, noteOptOuts } from './sends.repository.ts'
export { forgetReached } from './portfolio/portfolio.repository.ts'
export { keepStanding } from './standing.ts'

/** Every send that starts a talk passes the guard that this returns. */
export function registerSendingGuard(deps: Deps, bounds: SendingBounds): SendingGuard {
  const { followers, jobs, units } = deps
  sendingGuardRoutes(deps, bounds)
  sendingGuardLive(deps)
  followers.within('connection.loggedOut', (ctx, { connectionId }) => pause(ctx, connectionId, 'logout'))
  followers.within('connection.limited', followLimit)
  followers.within('connection.moved', (ctx, { connectionId }) => leaveStanding(ctx, connectionId))
  followers.within('sendingGuard.takenBack', subtractUsed)
  followers.within('templates.posted', countTemplates)
  // What people send is counted and never held. In a job, so that their tickets do not wait for the count.
  followers.follow('talk.started', 'sending-guard.count', (companyId, { ticketId }) =>
    units.run({ kind: 'system', companyId }, async (ctx) => {
      const talk = await talkOfTicket(ctx, ticketId)
      if (!talk) return
      const { connection_id: connectionId, day, is_known } = talk
      await addUsed(ctx, {
        connectionId,
        day,
        strangers: is_known ? 0 : 1,
        known: is_known ? 1 : 0,
        byPeople: 1,
      })
    }),
  )
  jobs.defineTimer('sendingGuard.sweep', '53 3 * * *', async () => {
    await removeOld(deps, 'sends that started talks', removeOldSends)
    await removeOld(deps, 'days of the sending guard', removeOldDays)
    await removeOld(deps, 'people whom portfolios have reached', removeOldReached)
  })
  return createSendingGuard(bounds)
}
