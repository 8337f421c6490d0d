import type { Parts } from '#platform/parts'
import type { Sessions } from '#modules/sessions'
import type { Presence } from './presence.ts'
import './users.facts.ts'
import { announceTo, usersLive } from './users.live.ts'
import { usersRoutes } from './users.routes.ts'

export { type Presence, createPresence } from './presence.ts'

export function registerUsers(parts: Parts, { sessions, presence }: { sessions: Sessions; presence: Presence }): void {
  usersRoutes(parts, sessions, presence)
  usersLive(parts, presence)
  sessions.onSeen(presence.seen)
  sessions.onLeft(presence.left)
  presence.start({ announce: announceTo(parts), log: parts.log, others: parts.live.others })
  parts.http.addHook('onClose', () => presence.stop())
}
