import { Agent } from 'node:https'
import { type SecureContext, createSecureContext } from 'node:tls'
import { setTimeout } from 'node:timers/promises'
import { pauseAfter } from '@guiche/channel'
import type { z } from 'zod'
import { PixError, type Provider } from '../pix-error.ts'
import { type Answer, ExchangeFailed, exchange } from './exchange.ts'
import { type Reason, certificateRefused, failureOf, refusalOf, unexpected, unreadableCertificate } from './failures.ts'

/** How long we wait, and how often we try. */
export interface Patience {
  /** For the connection, per try. */
  connectMs: number
  /** For the answer, per try. */
  answerMs: number
  /** For everything, pauses included. */
  totalMs: number
  tries: number
  firstPauseMs: number
}

const usualPatience: Patience = {
  connectMs: 5_000,
  answerMs: 15_000,
  totalMs: 30_000,
  tries: 3,
  firstPauseMs: 500,
}

/** What the gateways of both providers take. */
export interface ConnectionOptions {
  /** Without a slash at its end. */
  baseUrl?: string | undefined
  /** The authorities to trust, as PEM, instead of those that Node knows. */
  ca?: string | undefined
  patience?: Partial<Patience> | undefined
}

interface HttpClientOptions extends ConnectionOptions {
  provider: Provider
  baseUrl: string
  /** Our certificate with its key, as .p12 without a password or as .pem. */
  certificate?: Uint8Array | undefined
  /** Never shown in a message, even if the provider repeats them. */
  secrets: readonly string[]
  /** Finds the provider's words in the body of a refusal. */
  reasonIn: (body: unknown) => Reason | undefined
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: unknown
  /** For messages: what it is for, such as "make a charge". */
  what: string
  /**
   * Whether it may be sent again although the first one may have arrived. The others are sent again only if they did
   * not arrive.
   */
  isRepeatable: boolean
}

/** Sends JSON to a provider, with timeouts and retries. */
export class HttpClient {
  readonly #options: HttpClientOptions
  readonly #patience: Patience
  #context: SecureContext | undefined
  #agents: { kept: Agent; fresh: Agent } | undefined
  #isCertificateInDoubt: boolean

  constructor(options: HttpClientOptions) {
    this.#options = options
    this.#patience = { ...usualPatience, ...options.patience }
    this.#isCertificateInDoubt = options.certificate !== undefined
  }

  close(): void {
    this.#agents?.kept.destroy()
    this.#agents?.fresh.destroy()
    this.#agents = undefined
  }

  /** Sends a request until it succeeds or must not be sent again. */
  async send<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
    const { tries, totalMs, firstPauseMs } = this.#patience
    const deadline = Date.now() + totalMs
    for (let failures = 1; ; failures++) {
      try {
        return await this.#sendOnce(request, schema, deadline)
      } catch (error) {
        if (!(error instanceof PixError) || !mayPass(error) || failures === tries) throw error
        if (error.mayHaveHappened && !request.isRepeatable) throw error
        const pause =
          error.retryAfterSeconds === undefined
            ? pauseAfter({ base: firstPauseMs, factor: 3, cap: 10_000, jitter: 0.3 }, failures)
            : error.retryAfterSeconds * 1000
        if (Date.now() + pause >= deadline) throw error
        await setTimeout(pause)
      }
    }
  }

  async #sendOnce<Schema extends z.ZodType>(
    request: Request,
    schema: Schema,
    deadline: number,
  ): Promise<z.output<Schema>> {
    const attempt = { provider: this.#options.provider, what: request.what }
    const answer = await this.#exchange(request, deadline)
    const body = parsed(answer.text)
    if (this.#options.certificate && isAboutCertificate(answer)) throw certificateRefused(attempt, answer.status)
    if (answer.status < 200 || answer.status > 299) throw refusalOf(attempt, answer, this.#reasonIn(answer, body))
    const result = schema.safeParse(body)
    if (result.success) return result.data
    const fields = result.error.issues.map(({ path }) => path.join('.') || 'the whole body')
    throw unexpected(attempt, answer.status, `not as documented: ${fields.join(', ')}`)
  }

  async #exchange({ method, path, headers, body, what, isRepeatable }: Request, deadline: number): Promise<Answer> {
    const { provider, baseUrl } = this.#options
    const { kept, fresh } = this.#connections()
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = {
      accept: 'application/json',
      ...headers,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
    }
    try {
      const answer = await exchange({
        method,
        url: new URL(baseUrl + path),
        headers: sent,
        body: text,
        // A kept connection may have been closed by the other side, and then nobody knows whether the request arrived.
        agent: isRepeatable ? kept : fresh,
        connectMs: this.#patience.connectMs,
        answerMs: Math.max(1, Math.min(this.#patience.answerMs, deadline - Date.now())),
      })
      this.#isCertificateInDoubt = false
      return answer
    } catch (error) {
      if (!(error instanceof ExchangeFailed)) throw error
      throw failureOf({ provider, what }, error, this.#isCertificateInDoubt)
    }
  }

  #connections(): { kept: Agent; fresh: Agent } {
    const secureContext = (this.#context ??= this.#secureContext())
    return (this.#agents ??= {
      kept: new Agent({ keepAlive: true, secureContext }),
      fresh: new Agent({ keepAlive: false, secureContext }),
    })
  }

  #secureContext(): SecureContext {
    const { provider, certificate, ca } = this.#options
    try {
      return createSecureContext({ ...(ca !== undefined && { ca }), ...(certificate && identityIn(certificate)) })
    } catch (error) {
      throw unreadableCertificate(provider, error)
    }
  }

  #reasonIn(answer: Answer, body: unknown): Reason {
    const { secrets, reasonIn } = this.#options
    const { code, text } = reasonIn(body) ?? { code: undefined, text: '' }
    const hidden = (words: string) =>
      secrets
        .filter((secret) => secret !== '')
        .reduce((shown, secret) => shown.replaceAll(secret, '…'), words)
        .slice(0, 300)
    return { code: code === undefined ? undefined : hidden(code), text: hidden(text) }
  }
}

function mayPass({ kind, mayHaveHappened }: PixError): boolean {
  if (kind === 'unreachable' || kind === 'slow' || kind === 'busy' || kind === 'unavailable') return true
  // Only guessed from a connection that was closed: see `failureOf`.
  return kind === 'certificate' && mayHaveHappened
}

function identityIn(certificate: Uint8Array) {
  const file = Buffer.from(certificate)
  return file.includes('-----BEGIN ') ? { cert: file, key: file } : { pfx: file, passphrase: '' }
}

/** nginx completes the handshake, and says in a page of 400 that it did not get a certificate that it accepts. */
function isAboutCertificate({ status, text }: Answer): boolean {
  return status === 400 && /<html>[^]*SSL certificate/i.test(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
