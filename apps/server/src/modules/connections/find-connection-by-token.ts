import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/database/sql'
import { type ConnectionRow, findWebChat } from './connections.repository.ts'

// Needed for each call of a visitor. Other processes may see a changed connection up to a second late.
const known = new LRUCache<string, ConnectionRow>({ max: 10_000, ttl: 1000 })

/** Finds a web chat by its token in any company, because visitors have nothing but the token. */
export async function findConnectionByToken(operator: Db, token: string): Promise<ConnectionRow | undefined> {
  const remembered = known.get(token)
  if (remembered) return remembered
  const connection = await findWebChat(operator, 'web_chat', token)
  if (connection) known.set(token, connection)
  return connection
}

/** Finds the web chat of a visitor, for a window that sends only its secret. */
export const findConnectionOfVisitor = (operator: Db, visitorId: string): Promise<ConnectionRow | undefined> =>
  findWebChat(operator, 'visitor', visitorId)

/** Clears the whole cache: a change of a queue, too, may concern any connection. */
export function forgetTokens(): void {
  known.clear()
}
