import type { IncomingHttpHeaders } from 'node:http'

/** A request as the providers read it. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  text: string
  /** The body as JSON; undefined if it is none. */
  body: unknown
}

export interface Answer {
  status: number
  body?: unknown
  /** Instead of a body: something that is no JSON. */
  text?: string
  headers?: Record<string, string>
}

/** Thrown by a handler instead of an answer. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(status: number, body: unknown) {
    super(`${status}`)
    this.answer = { status, body }
  }
}

type Handler = (call: Call, ...parts: string[]) => Answer | Promise<Answer>

/** Handlers by method and path, such as `GET /v2/cob/:txid`. */
export type Routes = Record<string, Handler>

/** Finds the handler of a call, and the values of the parts that begin with a colon. */
export function route(routes: Routes, { method, path }: Call): { handler: Handler; parts: string[] } | undefined {
  const given = path.split('/')
  for (const [name, handler] of Object.entries(routes)) {
    const [wantedMethod, wantedPath = ''] = name.split(' ')
    const wanted = wantedPath.split('/')
    if (wantedMethod !== method || wanted.length !== given.length) continue
    if (!wanted.every((part, at) => part.startsWith(':') || part === given[at])) continue
    return { handler, parts: given.filter((_part, at) => wanted[at]?.startsWith(':')).map(decodeURIComponent) }
  }
  return undefined
}
