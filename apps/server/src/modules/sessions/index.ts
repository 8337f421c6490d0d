import type { Deps } from '#platform/deps'
import type { Sessions } from './create-sessions.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { endCompany } from './end-sessions.ts'
import { sessionsRoutes } from './sessions.routes.ts'

export { assertOwnPassword } from './assert-own-password.ts'
export { findPerson } from './actors.ts'
export { actorOfSession } from './actors.ts'
export { type Sessions, createSessions } from './create-sessions.ts'
export { endSessions } from './end-sessions.ts'
export { invalidCredentials, proveAccount } from './log-in.ts'
export { hashSecret, newSecret } from './refresh-cookie.ts'
export { readSessionUser } from './session-user.ts'
export { endSessionsOf, isSessionOpen } from './sessions.repository.ts'
export { presentUser } from './user.presenter.ts'
export { type UserRow, findUser, findUsers, selectUsers } from './user.repository.ts'

export function registerSessions(deps: Deps, sessions: Sessions): void {
  const { publisher, followers, units, live } = deps
  sessionsRoutes(deps, sessions)

  // All facts that change what a person may do.
  for (const kind of ['user.saved', 'user.deleted'] as const)
    publisher.listenEverywhere(kind, (companyId, { ids }) => sessions.forget(companyId, ids.userId))
  for (const kind of ['company.saved', 'settings.saved', 'queue.saved', 'queue.deleted'] as const)
    publisher.listenEverywhere(kind, (companyId) => sessions.forgetCompany(companyId))
  deps.jobs.defineTimer('sessions.sweep', '23 3 * * *', () => sweepSessions(deps))

  followers.follow('company.disabled', 'sessions.endCompany', (companyId) =>
    units.run({ kind: 'system', companyId }, (ctx) => endCompany(ctx, { live, sessions })),
  )
}
