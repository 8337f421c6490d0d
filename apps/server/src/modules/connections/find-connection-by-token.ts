import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/database/sql'
import { type ConnectionRow, findWebChat } from './connections.repository.ts'

// Asked for with everything that a visitor does. Another process may hold a changed connection for a second longer.
const known = new LRUCache<string, ConnectionRow>({ max: 10_000, ttl: 1000 })

/** The web chat that a token leads to, whatever its company: whoever comes from outside has nothing but the token. */
export async function findConnectionByToken(operator: Db, token: string): Promise<ConnectionRow | undefined> {
  const remembered = known.get(token)
  if (remembered) return remembered
  const connection = await findWebChat(operator, 'web_chat', token)
  if (connection) known.set(token, connection)
  return connection
}

/** The web chat that a visitor belongs to, for a window that says nothing but its secret. */
export const findConnectionOfVisitor = (operator: Db, visitorId: string): Promise<ConnectionRow | undefined> =>
  findWebChat(operator, 'visitor', visitorId)

/** Anything may have changed: the name of a queue, the company's state. */
export function forgetTokens(): void {
  known.clear()
}
