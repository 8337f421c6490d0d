import {
  type AnonymousAccess,
  type Answer,
  type Api,
  type CallName,
  type Endpoint,
  type Parsed,
  api,
  isAnonymous,
} from '@guiche/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UserActor, UserCtx } from '../context.ts'
import type { Units } from '../database/unit-of-work.ts'
import { AppError } from '../errors.ts'
import type { Sender } from './guards/forms-at-once.ts'
import { type Form, type Uploads, type UploadedFile, lengthOf } from './uploads.ts'
import { assertAccess } from './access.ts'
import { createDenials } from './guards/denials.ts'
import { checked, parseInput, parseParams } from './input.ts'
import { SentFile, SentJson, sendFile, sendJson } from './sent-file.ts'

type IsAnonymous<E extends Endpoint> = E['access'] extends AnonymousAccess ? true : false

/** What a handler gets: the validated input, the caller, and units of work in the caller's company. */
export interface Call<E extends Endpoint> extends Parsed<E> {
  actor: IsAnonymous<E> extends true ? undefined : UserActor
  /** A unit of work in the caller's company. */
  run: <T>(work: (ctx: UserCtx) => Promise<T>) => Promise<T>
  read: <T>(work: (ctx: UserCtx) => Promise<T>) => Promise<T>
  /** The files of a form, completely received. Those that the handler does not keep are removed after the answer. */
  files: UploadedFile[]
  http: HttpDetails
}

export interface HttpDetails {
  readonly address: string
  readonly userAgent: string
  readonly origin: string | undefined
  readonly cookies: Readonly<Record<string, string | undefined>>
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  setCookie(name: string, value: string, options: CookieOptions): void
  /** For another success status than the contract's first one. */
  status(code: number): void
}

export interface CookieOptions {
  httpOnly: boolean
  secure: boolean
  sameSite: 'strict' | 'lax'
  path: string
  maxAge?: number
}

/** What is known of a form before its body is read. */
export interface FormCall<E extends Endpoint> extends Pick<Call<E>, 'actor' | 'read' | 'http'> {
  params: Parsed<E> extends { params: infer P } ? P : undefined
  /** Content length of the whole form; undefined if the client does not send it. */
  bytes: number | undefined
}

/** Throws if the caller may not send files, or not now; otherwise returns the sender. */
type AdmitForm<E extends Endpoint> = (call: FormCall<E>) => Promise<Sender>

type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E extends { file: string } ? SentFile : E extends { streams: true } ? Answer<E> | SentJson : Answer<E>>

export interface Routes {
  /** Implements a call of the contract. Input and access are checked before; the answer has the contract's type. */
  handle<N extends CallName>(name: N, handler: Handler<Api[N]>): void
  /** Decides who may send a form with files, before its body is read. Without it nobody may. */
  admitForm<N extends CallName>(name: N, admit: AdmitForm<Api[N]>): void
  /** Names of the calls that have a handler; a test compares them with the contract. */
  readonly handled: ReadonlySet<string>
}

export interface RouteDeps {
  units: Units
  uploads: Uploads
  authenticate: (request: { authorization: string | undefined }) => Promise<UserActor>
  /**
   * Validate answers against the contract: on in tests and development. In production the types of the presenters have
   * to suffice (docs/adr/0001).
   */
  checkAnswers: boolean
}

export function createRoutes(app: FastifyInstance, { units, uploads, authenticate, checkAnswers }: RouteDeps): Routes {
  const handled = new Set<string>()
  const recordDenial = createDenials(units)
  const admissions = new Map<CallName, AdmitForm<Endpoint>>()
  return { handle, admitForm, handled }

  function handle<N extends CallName>(name: N, handler: Handler<Api[N]>) {
    const endpoint: Endpoint = api[name]
    handled.add(name)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { call: name },
      handler: async (request, reply) => {
        const actor = await actorOf(endpoint, request)
        try {
          if (actor) assertAccess(endpoint, actor)
          const answer = await answerTo(name, handler, { request, reply, actor })
          if (endpoint.file && answer instanceof SentFile) return sendFile(reply, endpoint.file, answer)
          if (endpoint.streams && answer instanceof SentJson) return sendJson(reply, answer)
          return reply.send(checkAnswers ? checked(endpoint, answer) : answer)
        } catch (error) {
          if (actor) await recordDenial(error, { actor, call: name }).catch(logFailure(request))
          throw error
        }
      },
    })
  }

  /** A form is closed before the answer is sent, because the client may send the next one as soon as it has the answer. */
  async function answerTo<N extends CallName>(
    name: N,
    handler: Handler<Api[N]>,
    { request, reply, actor }: { request: FastifyRequest; reply: FastifyReply; actor: UserActor | undefined },
  ): Promise<unknown> {
    const endpoint: Endpoint = api[name]
    const http = httpOf(request, reply)
    const read = unitFor(units.read, actor)
    const form = await formOf(name, endpoint, request, { actor, http, read })
    try {
      const input = parseInput(endpoint, {
        params: request.params,
        query: request.query,
        headers: request.headers,
        body: form?.fields ?? request.body,
        isForm: form !== undefined,
      })
      reply.code(endpoint.status ?? 200)
      const call = { ...input, actor, files: form?.files ?? [], run: unitFor(units.run, actor), read, http }
      // The input is that of this call, but TypeScript cannot relate a name to its entry in the table.
      return await handler(call as unknown as Call<Api[N]>)
    } finally {
      await form?.close()
    }
  }

  function admitForm<N extends CallName>(name: N, admit: AdmitForm<Api[N]>) {
    // The arguments are those of this call, but TypeScript cannot relate a name to its entry in the table.
    admissions.set(name, admit as unknown as AdmitForm<Endpoint>)
  }

  async function actorOf(endpoint: Endpoint, request: FastifyRequest): Promise<UserActor | undefined> {
    if (isAnonymous(endpoint.access)) return undefined
    const actor = await authenticate({ authorization: request.headers.authorization })
    return { ...actor, address: request.ip }
  }

  async function formOf(
    name: CallName,
    endpoint: Endpoint,
    request: FastifyRequest,
    call: Pick<FormCall<Endpoint>, 'http' | 'read'> & { actor: UserActor | undefined },
  ): Promise<Form | undefined> {
    if (!request.isMultipart()) {
      if (endpoint.form && !endpoint.body) throw new AppError('ERR_UNSUPPORTED_MEDIA_TYPE', 415)
      return undefined
    }
    const admit = admissions.get(name)
    if (!endpoint.form || !admit) throw new AppError('ERR_UNSUPPORTED_MEDIA_TYPE', 415)
    const params = parseParams(endpoint, request.params)
    const sender = await admit({ ...call, params, bytes: lengthOf(request) } as FormCall<Endpoint>)
    return uploads.receive(request, sender, endpoint.repeatedFields)
  }
}

const logFailure = (request: FastifyRequest) => (err: unknown) =>
  request.log.warn({ event: 'audit.denial-not-stored', err }, 'could not store a denied call in the audit log')

function unitFor(open: Units['run'], actor: UserActor | undefined) {
  return <T>(work: (ctx: UserCtx) => Promise<T>): Promise<T> => {
    if (!actor) throw new Error('a call without a user has no company to work in')
    return open(actor, work)
  }
}

function httpOf(request: FastifyRequest, reply: FastifyReply): HttpDetails {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: request.headers.origin,
    cookies: request.cookies,
    header: (name) => {
      const value = request.headers[name.toLowerCase()]
      return typeof value === 'string' ? value : undefined
    },
    setHeader: (name, value) => void reply.header(name, value),
    setCookie: (name, value, options) => void reply.setCookie(name, value, options),
    status: (code) => void reply.code(code),
  }
}
