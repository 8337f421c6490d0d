import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/**
 * The database keeps some 50 kB for each of them, on each connection, for as long as the connection lives. Lists that are
 * filtered in many ways make new texts without end.
 */
export const mostStatements = 200

/**
 * Prepares what is asked once per connection: planning a statement costs about as much as running it. The least used are
 * given up when there are too many. Statements without parameters may be several in one text and stay as they are.
 */
export function nameStatements(client: pg.ClientBase): void {
  const wire = wireOf(client)
  let count = 0
  // No name is used twice: one that is given up while it is still being prepared must not be taken for another.
  const names = new LRUCache<string, string>({
    max: mostStatements,
    dispose: (name) => {
      // A message of its own and not DEALLOCATE: it is heard in a transaction that has failed as well.
      wire.close({ type: 'S', name })
      delete wire.parsedStatements[name]
    },
  })
  const plain = client.query.bind(client)
  const named = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return Reflect.apply(plain, client, [text, values, ...rest])
    let name = names.get(text)
    if (!name) names.set(text, (name = `g${(count += 1)}`))
    return Reflect.apply(plain, client, [{ name, text, values }, ...rest])
  }
  Object.assign(client, { query: named })
}

/** What the types of the library leave out. */
interface Wire {
  close(what: { type: 'S'; name: string }): void
  parsedStatements: Record<string, string>
}

function wireOf(client: pg.ClientBase): Wire {
  const wire: unknown = Reflect.get(client, 'connection')
  if (!isWire(wire)) throw new Error('this version of pg has no connection that closes statements')
  return wire
}

const isWire = (wire: unknown): wire is Wire =>
  typeof wire === 'object' && wire !== null && 'close' in wire && 'parsedStatements' in wire
