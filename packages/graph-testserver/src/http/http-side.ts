import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Refusal } from '@guiche/pix-testserver/answer'
import { Faults } from '@guiche/pix-testserver/faults'
import { portOf } from '@guiche/pix-testserver/port-of'
import type { Problems } from '@guiche/pix-testserver/problems'
import type { Ask, Reply } from './ask.ts'
import { readAsk } from './read-ask.ts'

/** The http server of the Graph API, with its faults. */
export class HttpSide {
  readonly faults = new Faults()
  /** Requests that arrived, such as "POST /v25.0/106540352242922/messages". */
  readonly requests: string[] = []
  readonly #answer: (ask: Ask) => Reply | Promise<Reply>
  readonly #problems: Problems
  readonly #track: (work: Promise<void>) => Promise<void>
  #server: Server | undefined
  #port = 0

  /** `track` is told of answers that something follows. */
  constructor(
    problems: Problems,
    track: (work: Promise<void>) => Promise<void>,
    answer: (ask: Ask) => Reply | Promise<Reply>,
  ) {
    this.#problems = problems
    this.#track = track
    this.#answer = answer
  }

  /** Listens, after a stop on the same port as before. */
  async start(port = this.#port): Promise<void> {
    const server = createServer((request, response) => void this.#take(request, response))
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

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const ask = await readAsk(request)
      this.requests.push(`${ask.method} ${ask.path}`)
      await this.#pass(ask, response)
    } catch (error) {
      if (!response.destroyed) this.#problems.failed(error)
      response.destroy()
    }
  }

  async #pass(ask: Ask, response: ServerResponse): Promise<void> {
    const faults = this.faults.take(ask)
    const has = (kind: (typeof faults)[number]['kind']) => faults.some((fault) => fault.kind === kind)
    for (const fault of faults) if (fault.kind === 'delay') await setTimeout(fault.ms, undefined, { ref: false })
    if (has('reset')) return void response.destroy()

    const instead = faults.find((fault) => fault.kind === 'answer')
    const reply: Reply = instead ? instead.answer : await this.#replyTo(ask)
    if (reply.after) this.#follow(response, reply.after)
    if (has('loseAnswer') || reply.isLost) return void response.destroy()
    const written = reply.bytes ?? reply.text ?? JSON.stringify(reply.body ?? {})
    response.writeHead(reply.status, { 'content-type': 'application/json; charset=UTF-8', ...reply.headers })
    response.end(has('garble') ? written.slice(0, written.length / 2) : written)
  }

  /** Does something when the answer has left, or was lost: at once if the caller did not wait for it. */
  #follow(response: ServerResponse, after: () => void): void {
    if (response.closed) return after()
    const { promise, resolve } = Promise.withResolvers<void>()
    response.once('close', () => {
      after()
      resolve()
    })
    void this.#track(promise)
  }

  async #replyTo(ask: Ask): Promise<Reply> {
    try {
      return await this.#answer(ask)
    } catch (error) {
      if (error instanceof Refusal) return error.answer
      this.#problems.failed(error)
      return {
        status: 500,
        body: { error: { message: 'An unknown error has occurred.', type: 'OAuthException', code: 1 } },
      }
    }
  }
}
