import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Agent, type RequestOptions, request as httpsRequest } from 'node:https'

export interface Exchange {
  method: string
  url: URL
  headers: Record<string, string>
  body: string | undefined
  agent: Agent
  /** How long the connection may take, and the whole exchange. */
  connectMs: number
  answerMs: number
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** `secure`: the request was handed to the connection, so the other side may have got it. */
type Phase = 'connecting' | 'secure' | 'answering'

/** One request that came to no complete answer. */
export class ExchangeFailed extends Error {
  readonly phase: Phase
  readonly code: string
  readonly isLate: boolean

  constructor(phase: Phase, code: string, isLate: boolean) {
    super(code)
    this.phase = phase
    this.code = code
    this.isLate = isLate
  }
}

const mostBytes = 1_000_000

/** Sends one request and reads its answer. Redirections are not followed. */
export function exchange({ method, url, headers, body, agent, connectMs, answerMs }: Exchange): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let phase: Phase = 'connecting'
  const request = started(url, { method, headers, agent })
  const fail = (code: string, isLate = false) => {
    reject(new ExchangeFailed(phase, code, isLate))
    request.destroy()
  }
  const late = () => fail('ETIMEDOUT', true)
  const connecting = setTimeout(late, connectMs)
  const waiting = setTimeout(late, answerMs)
  const connected = () => {
    clearTimeout(connecting)
    phase = 'secure'
  }

  request.on('socket', (socket) => {
    if (request.reusedSocket) connected()
    else socket.once('secureConnect', connected)
  })
  request.on('error', (error) => fail(codeOf(error)))
  request.on('response', (response) => {
    phase = 'answering'
    read(response).then(
      (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      (error: unknown) => fail(codeOf(error)),
    )
  })
  request.end(body)
  return promise.finally(() => {
    clearTimeout(connecting)
    clearTimeout(waiting)
  })
}

/** Node refuses characters in headers that HTTP does not allow. */
function started(url: URL, options: RequestOptions): ClientRequest {
  try {
    return httpsRequest(url, options)
  } catch (error) {
    throw new ExchangeFailed('connecting', codeOf(error), false)
  }
}

async function read(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    const chunk = Buffer.from(part)
    bytes += chunk.length
    if (bytes > mostBytes) throw Object.assign(new Error('too long'), { code: 'ETOOLONG' })
    parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN'
}
