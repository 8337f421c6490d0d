import { randomBytes } from 'node:crypto'
import { type Answer, type Call, Refusal, authorizationOf } from '../http/call.ts'
import type { Quota } from '../http/faults.ts'
import { HttpSide } from '../http/http-side.ts'
import { type Routes, route } from '../http/route.ts'
import type { Service, World } from '../world.ts'
import { completeChat } from './chat.ts'
import type { Mind, Reply } from './conversation.ts'
import { type FailureName, failure, failureAnswer, invalid } from './errors.ts'
import { failingKeys, kindOf, obeyingKey, slowKey } from './keys.ts'
import { echoingMind, obeyingMind } from './minds.ts'
import { chatModels, localModels } from './models.ts'
import { respond } from './responses.ts'
import type { Serving } from './serving.ts'
import { transcribe } from './transcribe.ts'

/** OpenAI, or a server on the customer's machine: without keys, with other models, and it does not hear. */
export type Kind = 'openai' | 'local'

/** A server of models with OpenAI's calls. */
export class ModelServer implements Service, Serving {
  readonly side: HttpSide
  contextTokens = 128_000
  readonly knowsMaxCompletionTokens: boolean
  /** What answers keys that stand for nothing else. */
  mind: Mind = echoingMind
  readonly #kind: Kind
  readonly #world: World
  readonly #replies: Reply[] = []
  readonly #transcripts: string[] = []
  readonly #slowed = new Set<string>()
  readonly #routes: Routes

  constructor(world: World, kind: Kind) {
    this.#world = world
    this.#kind = kind
    this.knowsMaxCompletionTokens = kind === 'openai'
    this.#routes = {
      'POST /v1/chat/completions': (call) => completeChat(call.body, this, this.#keyOf(call)),
      ...(kind === 'openai' && {
        'POST /v1/responses': (call: Call) => respond(call.body, this, this.#keyOf(call)),
        'POST /v1/audio/transcriptions': (call: Call) => {
          this.#keyOf(call)
          return transcribe(call, () => this.#transcripts.shift())
        },
      }),
    }
    this.side = new HttpSide({
      world,
      name: kind,
      answer: (call) => this.#answer(call),
      unknown: ({ method, path }) => unknownUrl(method, path).answer,
    })
  }

  /** Instead of https://api.openai.com/v1. */
  get url(): string {
    return `${this.side.url}/v1`
  }

  /** The next questions are answered with these, one each. */
  say(...replies: (string | Reply)[]): void {
    this.#replies.push(...replies.map((reply) => (typeof reply === 'string' ? { text: reply } : reply)))
  }

  /** The next recordings are heard as these, one each. */
  hear(...transcripts: string[]): void {
    this.#transcripts.push(...transcripts)
  }

  /** Refuses the next requests with an error. */
  refuse(name: FailureName, quota?: Quota): void {
    this.side.faults.answer(failureAnswer(name), quota)
  }

  /** Forgets what was to be said and heard. */
  clear(): void {
    this.#replies.length = 0
    this.#transcripts.length = 0
    this.#slowed.clear()
  }

  now(): Date {
    return this.#world.clock.now()
  }

  modelOf(id: string): { isReasoning: boolean } {
    const model = (this.#kind === 'openai' ? chatModels : localModels).get(id)
    if (!model)
      throw failure('model_not_found', {
        message: `The model '${id}' does not exist or you do not have access to it.`,
      })
    return model
  }

  mindOf(key: string): Mind {
    return (conversation) => {
      const reply = this.#replies.shift()
      if (reply) return reply
      return kindOf(key) === obeyingKey ? obeyingMind(conversation) : this.mind(conversation)
    }
  }

  async #answer(call: Call): Promise<Answer | undefined> {
    const found = route(this.#routes, call)
    if (!found) return this.#withoutTranscription(call)
    const headers = { 'x-request-id': `req_${randomBytes(12).toString('hex')}`, ...remaining }
    try {
      const answer = await found.handler(call, ...found.parts)
      return { ...answer, headers: { ...headers, ...answer.headers } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { ...error.answer, headers: { ...headers, ...error.answer.headers } }
    }
  }

  /** That a local server does not hear is no mistake of the client. */
  #withoutTranscription({ method, path }: Call): Answer | undefined {
    if (this.#kind === 'local' && path.startsWith('/v1/audio/')) return unknownUrl(method, path).answer
    return undefined
  }

  #keyOf(call: Call): string {
    const key = authorizationOf(call, 'Bearer') ?? ''
    if (this.#kind === 'local') return key
    if (key === '') throw failure('invalid_api_key', { message: "You didn't provide an API key.", code: null })
    const failing = failingKeys.get(kindOf(key))
    if (failing) throw failure(failing)
    if (kindOf(key) === slowKey && !this.#slowed.has(key)) {
      this.#slowed.add(key)
      throw failure('rate_limit_exceeded')
    }
    return key
  }
}

const remaining = { 'x-ratelimit-remaining-requests': '499', 'x-ratelimit-remaining-tokens': '199000' }

const unknownUrl = (method: string, path: string) => invalid(`Invalid URL (${method} ${path})`, { status: 404 })
