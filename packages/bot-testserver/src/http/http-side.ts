import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { World } from '../world.ts'
import { type Answer, type Call, Refusal } from './call.ts'
import { type Fault, Faults } from './faults.ts'
import { portOf } from './port-of.ts'
import { Requests } from './requests.ts'
import { send, sendEndless, trickle } from './send.ts'
import { spoil } from './spoil.ts'

interface HttpSideOptions {
  world: World
  /** Answers `undefined` to a call that the service does not know. */
  answer: (call: Call) => Answer | undefined | Promise<Answer | undefined>
  /** What the service says of a path that it does not know. */
  unknown: (call: Call) => Answer
  name: string
}

/** The server of one service, with its faults. */
export class HttpSide {
  readonly faults = new Faults()
  readonly requests = new Requests()
  readonly #options: HttpSideOptions
  #server: Server | undefined
  #port = 0

  constructor(options: HttpSideOptions) {
    this.#options = options
  }

  get url(): string {
    return `${this.#options.world.tls ? 'https' : 'http'}://127.0.0.1:${this.#port}`
  }

  /** Listens, after a stop on the same port as before. */
  async start(port = this.#port): Promise<void> {
    const { tls } = this.#options.world
    const take = (request: IncomingMessage, response: ServerResponse) => void this.#take(request, response)
    const server = tls ? createTlsServer(tls, take) : createServer(take)
    await once(server.listen(port, '127.0.0.1'), 'listening')
    this.#server = server
    this.#port = portOf(server)
  }

  /** Refuses connections until `start`. */
  async stop(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that goes away is no error of this server.
    response.on('error', () => undefined)
    try {
      const call = await callOf(request)
      const asked = this.requests.add(call)
      response.once('close', () => this.requests.end(asked, response.writableFinished ? 'answered' : 'abandoned'))
      await this.#pass(call, response)
    } catch (error) {
      if (!response.destroyed) this.#options.world.problems.failed(error)
      response.destroy()
    }
  }

  async #pass(call: Call, response: ServerResponse): Promise<void> {
    const faults = this.faults.take(call)
    const slow = find(faults, 'slow')
    if (slow) await setTimeout(slow.ms, undefined, { ref: false })
    if (find(faults, 'reset')) return void response.destroy()
    if (find(faults, 'silent')) return

    const answer = spoil(insteadOf(faults) ?? (await this.#answer(call)), faults)
    if (find(faults, 'loseAnswer') || response.destroyed) return void response.destroy()
    if (find(faults, 'endless')) return sendEndless(response, answer)
    const slowly = find(faults, 'trickle')
    if (slowly) return trickle(response, answer, slowly.bytesPerSecond)
    send(response, answer)
  }

  async #answer(call: Call): Promise<Answer> {
    const { answer, unknown, name, world } = this.#options
    try {
      const given = await answer(call)
      if (given) return given
      world.problems.unknown(`${name}: ${call.method} ${call.path}`)
      return unknown(call)
    } catch (error) {
      if (error instanceof Refusal) return error.answer
      world.problems.failed(error)
      return { status: 500, body: {} }
    }
  }
}

function find<Kind extends Fault['kind']>(faults: readonly Fault[], kind: Kind) {
  return faults.find((fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind)
}

/** What is answered without carrying the request out. */
function insteadOf(faults: readonly Fault[]): Answer | undefined {
  const answer = find(faults, 'answer')
  if (answer) {
    const { status, body, headers } = answer
    return { status, body, ...(headers && { headers }) }
  }
  const redirect = find(faults, 'redirect')
  return redirect && { status: 302, content: '', headers: { location: redirect.to } }
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const raw = await buffer(request)
  const { method = '', headers } = request
  return { method, path: pathname, query: searchParams, headers, raw, body: json(raw.toString()) }
}

function json(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
