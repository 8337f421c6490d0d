import type { IncomingHttpHeaders } from 'node:http'

/** A request as the services read it. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  raw: Buffer
  /** The body as JSON; undefined if it is none. */
  body: unknown
}

export interface Answer {
  status: number
  body?: unknown
  /** Instead of a body: what is no JSON. Each part of a list is sent on its own. */
  content?: string | Buffer | readonly string[]
  headers?: Record<string, string>
}

/** Thrown by a handler instead of an answer. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`${answer.status}`)
    this.answer = answer
  }
}

/** The secret after a word such as "Bearer". */
export function authorizationOf({ headers }: Call, word: string): string | undefined {
  const { authorization = '' } = headers
  return authorization.startsWith(`${word} `) ? authorization.slice(word.length + 1) : undefined
}
