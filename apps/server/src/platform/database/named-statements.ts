import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/**
 * Each prepared statement costs the database about 50 kB per connection for as long as the connection lives, and lists
 * with many filters produce an unlimited number of texts.
 */
export const maxStatements = 200

/**
 * Prepares each statement once per connection, because planning costs about as much as running. Drops the least
 * recently used when there are too many. Statements without parameters may be several in one text and are left alone.
 */
export function nameStatements(client: pg.ClientBase): void {
  const wire = wireOf(client)
  let count = 0
  // A name is never reused: a dropped statement may still be being prepared under it.
  const names = new LRUCache<string, string>({
    max: maxStatements,
    dispose: (name) => {
      // Close is a protocol message; unlike DEALLOCATE it also works in a transaction that has failed.
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

/** Missing in the library's types. */
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
