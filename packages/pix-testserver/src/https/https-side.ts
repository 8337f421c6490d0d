import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Server, createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { Identity } from '../certificates.ts'
import type { Problems } from '../problems.ts'
import { type Answer, type Call, Refusal } from './answer.ts'
import { Faults } from './faults.ts'
import { portOf } from './port-of.ts'

interface HttpsSideOptions {
  identity: Identity
  /** From an authority that nobody trusts. */
  wrongIdentity: () => Identity
  /** The authority of the certificates that clients have to show; undefined: they need none. */
  clientAuthority: string | undefined
  problems: Problems
  answer: (call: Call) => Answer | Promise<Answer>
}

/** The https server of one provider, with its faults. */
export class HttpsSide {
  readonly faults = new Faults()
  /** Requests that arrived, such as "PUT /v2/cob/abc". */
  readonly requests: string[] = []
  readonly #options: HttpsSideOptions
  #server: Server | undefined
  #port = 0
  #identity: Identity

  constructor(options: HttpsSideOptions) {
    this.#options = options
    this.#identity = options.identity
  }

  /** Listens, after a stop on the same port as before. */
  async start(port = this.#port): Promise<void> {
    const { clientAuthority } = this.#options
    const server = createServer(
      {
        ...this.#identity,
        ...(clientAuthority !== undefined && { ca: clientAuthority, requestCert: true, rejectUnauthorized: true }),
      },
      (request, response) => void this.#take(request, response),
    )
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
    await promise
    this.#server = server
    this.#port = portOf(server)
  }

  /** Refuses connections until `start`. */
  async stop(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }

  /** Shows a certificate that nobody trusts, or the right one again. */
  async showCertificate(which: 'right' | 'wrong'): Promise<void> {
    this.#identity = which === 'right' ? this.#options.identity : this.#options.wrongIdentity()
    await this.stop()
    await this.start()
  }

  get host(): string {
    return `localhost:${this.#port}`
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const call = await callOf(request)
      this.requests.push(`${call.method} ${call.path}`)
      await this.#pass(call, response)
    } catch (error) {
      if (!response.destroyed) this.#options.problems.failed(error)
      response.destroy()
    }
  }

  async #pass(call: Call, response: ServerResponse): Promise<void> {
    const faults = this.faults.take(call)
    const has = (kind: (typeof faults)[number]['kind']) => faults.some((fault) => fault.kind === kind)
    for (const fault of faults) if (fault.kind === 'delay') await setTimeout(fault.ms, undefined, { ref: false })
    if (has('reset')) return void response.destroy()

    const instead = faults.find((fault) => fault.kind === 'answer')
    const answer = instead ? instead.answer : await this.#answer(call)
    if (has('loseAnswer')) return void response.destroy()
    const written = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body))
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(has('garble') ? written.slice(0, written.length / 2) : written)
  }

  async #answer(call: Call): Promise<Answer> {
    try {
      return await this.#options.answer(call)
    } catch (error) {
      if (error instanceof Refusal) return error.answer
      this.#options.problems.failed(error)
      return { status: 500, body: {} }
    }
  }
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://localhost')
  const written = await text(request)
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    text: written,
    body: json(written),
  }
}

function json(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
