import type { Deps } from '#platform/deps'
import type { Sessions } from '#modules/sessions'
import { followRemovals } from './follow-removals.ts'
import type { Presence } from './presence.ts'
import './users.facts.ts'
import { announceTo, usersLive } from './users.live.ts'
import { usersRoutes } from './users.routes.ts'

export { insertAdmin, markPasswordTold, renewFirstPassword } from './first-admin.repository.ts'
export { type Presence, createPresence } from './presence.ts'

export function registerUsers(deps: Deps, { sessions, presence }: { sessions: Sessions; presence: Presence }): void {
  usersRoutes(deps, sessions, presence)
  usersLive(deps, presence)
  followRemovals(deps)
  sessions.onSeen(presence.seen)
  sessions.onLeft(presence.left)
  presence.start({ announce: announceTo(deps), log: deps.log, others: deps.live.others })
  deps.http.addHook('onClose', () => presence.stop())
}
