import type { LinkedDevice } from '../devices/linked-device.ts'
import type { Directory } from '../directory.ts'
import type { MediaHost } from '../media-host.ts'
import type { Stanza } from '../wire/nodes.ts'

/** What a handler works with. */
export interface Query {
  device: LinkedDevice
  stanza: Stanza
  /** The element that names the requested data. */
  request: Stanza
  directory: Directory
  media: MediaHost
}

type Answer = Stanza[] | undefined

/** Answers one kind of query with the content of the result; throws a {@link QueryError} to refuse. */
export type QueryHandler = (query: Query) => Answer | Promise<Answer>
export type QueryHandlers = Record<string, QueryHandler>

/** A query that the server refuses. */
export class QueryError extends Error {
  readonly code: number

  constructor(code: number) {
    super(`refused with ${code}`)
    this.code = code
  }
}

export const notFound = () => new QueryError(404)
