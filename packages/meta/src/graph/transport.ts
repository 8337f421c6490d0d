import type { Readable } from 'node:stream'

export interface GraphRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: URL
  headers: Record<string, string>
  /** At most one of both. */
  json?: unknown
  form?: { type: string; bytes: Readable }
  /** In ms, for everything from here to the end of the answer. */
  answerMs: number
}

export interface GraphAnswer {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  text: string
}

/**
 * Sends one request and reads its answer, without following redirections. Whoever provides it decides which addresses may be
 * reached. Throws ExchangeFailed if there was no complete answer.
 */
export type Transport = (request: GraphRequest) => Promise<GraphAnswer>

export class ExchangeFailed extends Error {
  /** The other side may have got the request. */
  readonly mayHaveArrived: boolean

  constructor(mayHaveArrived: boolean, options?: ErrorOptions) {
    super(mayHaveArrived ? 'there was no complete answer' : 'there was no connection', options)
    this.mayHaveArrived = mayHaveArrived
  }
}
