import type { Parts } from '#platform/parts'
import type { Sessions } from '#modules/sessions'
import { createPresence } from './presence.ts'
import './users.facts.ts'
import { announceTo, usersLive } from './users.live.ts'
import { usersRoutes } from './users.routes.ts'

/** Who is there; there is one application in a process. */
export const presence = createPresence()

export function registerUsers(parts: Parts, sessions: Sessions): void {
  usersRoutes(parts, sessions, presence)
  usersLive(parts, presence)
  sessions.onSeen(presence.seen)
  sessions.onLeft(presence.left)
  presence.start({ announce: announceTo(parts), log: parts.log, others: parts.live.others })
  parts.http.addHook('onClose', () => presence.stop())
}
