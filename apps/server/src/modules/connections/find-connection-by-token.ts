import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import { perApplication } from '#platform/per-application'
import { type ConnectionRow, findWebChat } from './connections.repository.ts'

// Needed for each call of a visitor. Other processes may see a changed connection up to a second late.
const known = perApplication(() => new LRUCache<string, ConnectionRow>({ max: 10_000, ttl: 1000 }))

/** Finds a web chat by its token in any company, because visitors have nothing but the token. */
export async function findConnectionByToken(units: Units, token: string): Promise<ConnectionRow | undefined> {
  const remembered = known(units).get(token)
  if (remembered) return remembered
  const connection = await findWebChat(units.operator, 'web_chat', token)
  if (connection) known(units).set(token, connection)
  return connection
}

/** Finds the web chat of a visitor, for a window that sends only its secret. */
export const findConnectionOfVisitor = (operator: Db, visitorId: string): Promise<ConnectionRow | undefined> =>
  findWebChat(operator, 'visitor', visitorId)

/** Clears the whole cache: a change of a queue, too, may concern any connection. */
export function forgetTokens(units: Units): void {
  known(units).clear()
}
