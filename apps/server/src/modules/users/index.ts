import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'
import type { Sessions } from '#modules/sessions'
import { followRemovals } from './follow-removals.ts'
import { type Presence, createPresence } from './presence.ts'
import './users.facts.ts'
import { announceTo, usersLive } from './users.live.ts'
import { usersRoutes } from './users.routes.ts'

export { insertAdmin, markPasswordTold, renewFirstPassword, resetOldestSuper } from './first-admin.repository.ts'
export type { Presence } from './presence.ts'
export { hashNew } from './choose-password.ts'
export { replacePassword } from './replace-password.ts'

export function registerUsers(deps: Deps, sessions: Sessions): Runnable & { presence: Presence } {
  const presence = createPresence()
  usersRoutes(deps, sessions, presence)
  usersLive(deps, presence)
  followRemovals(deps)
  sessions.onSeen(presence.seen)
  sessions.onLeft(presence.left)
  return {
    name: 'who is there',
    presence,
    start: () => presence.start({ announce: announceTo(deps), log: deps.log, others: deps.live.others }),
    stop: presence.stop,
  }
}
