import { type Answer, type Endpoint, type Input, api } from '@guiche/contract'
import { addressOf, appendFields } from './address.ts'
import { ApiError, networkError, parseJson, toApiError } from './api-error.ts'
import { endSession, holdsOwnSession, markExpired, session, startSession } from './session.ts'
import { storage } from './browser/storage.ts'

export { ApiError } from './api-error.ts'

interface Options {
  signal?: AbortSignal | undefined
  /** Sent as `Idempotency-Key`: the server carries the call out once, even if it is repeated. */
  idempotencyKey?: string
  /** The call goes on when the page is left. Browsers limit the bodies of such calls to 64 KB. */
  keepalive?: boolean
  /** The access token, asked for before each try; otherwise the one that is stored. */
  token?: () => string | undefined
}

type JsonInput<E extends Endpoint> = Omit<Input<E>, 'form'>
type FormInput<E extends Endpoint> = Omit<Input<E>, 'body'>
type Given<I, O> = keyof I extends never ? [input?: undefined, options?: O] : [input: I, options?: O]

/** Calls the server. The contract's endpoint gives the types of input and answer. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: Given<JsonInput<E>, Options>
): Promise<Answer<E>> {
  const { params, query, body }: Record<string, unknown> = { ...input }
  const send = () =>
    fetchOnce(endpoint.method, addressOf(endpoint.path, params, query), {
      ...options,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return withSession<E>(endpoint, send)
}

interface UploadOptions extends Options {
  files: File[]
  /** The form field's name: `medias` for messages. */
  field: string
  onProgress?: (share: number) => void
}

/** The same with files, as a form. Progress is the share of the request that was sent, from 0 to 1. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: FormInput<E>,
  options: UploadOptions,
): Promise<Answer<E>> {
  const { params, query, form: fields }: Record<string, unknown> = { ...input }
  const send = () => {
    const form = new FormData()
    appendFields(form, fields, endpoint.repeatedFields)
    for (const file of options.files) form.append(options.field, file, file.name)
    return uploadOnce(endpoint.method, addressOf(endpoint.path, params, query), form, options)
  }
  return withSession<E>(endpoint, send)
}

/** Fetches a file that the server makes for this call. */
export async function download<E extends Endpoint & { file: string }>(endpoint: E, input: JsonInput<E>): Promise<Blob> {
  const { params, query }: Record<string, unknown> = { ...input }
  let file: Blob | undefined
  await settled(endpoint, async () => {
    const { blob, ...reply } = await fetchFileOnce(endpoint.method, addressOf(endpoint.path, params, query))
    file = blob
    return reply
  })
  if (!file) throw networkError()
  return file
}

interface Reply {
  status: number
  text: string
  retryAfter: string | null
  /** The access token that the call was made with. */
  token: string | undefined
}

async function withSession<E extends Endpoint>(endpoint: Endpoint, send: () => Promise<Reply>): Promise<Answer<E>> {
  const { text } = await settled(endpoint, send)
  // Cast without validation: the server's tests check its answers against the same schema.
  return parseJson(text) as Answer<E>
}

/** A 401 ends the session. An expired token is renewed once and the call repeated (security.md, decision 1). */
async function settled(endpoint: Endpoint, send: () => Promise<Reply>): Promise<Reply> {
  let reply = await send()
  if (isExpiredToken(reply)) {
    await renewToken(reply.token)
    // It would end the session of a newer login in another tab.
    if (endpoint === api.logout && !holdsOwnSession()) throw new ApiError(401, 'ERR_SESSION_EXPIRED')
    reply = await send()
  }
  if (reply.status < 400) return reply

  const error = toApiError(reply.status, reply.text, reply.retryAfter)
  // A 401 for a call of an earlier session says nothing about the current one.
  if (error.status === 401 && endpoint.access !== 'public' && reply.token === storage.token.get())
    endSession({ because: 'expired', token: reply.token })
  if (error.code === 'ERR_SUBSCRIPTION_EXPIRED') markExpired()
  throw error
}

const isExpiredToken = ({ status, text }: Reply) =>
  status === 403 && toApiError(status, text).code === 'ERR_SESSION_EXPIRED'

let renewal: Promise<void> | undefined

/** Renews once for all calls that need it at the same time, and not if another tab has just done so. */
async function renewToken(stale: string | undefined): Promise<void> {
  const kept = storage.token.get()
  if (kept && kept !== stale) return
  renewal ??= refreshSession().finally(() => {
    renewal = undefined
  })
  await renewal
}

/** Exchanges the refresh cookie for a new access token and the current user. */
export async function refreshSession(): Promise<void> {
  const { method, path } = api.refreshToken
  const reply = await fetchOnce(method, path, {})
  if (reply.status >= 400) {
    const error = toApiError(reply.status, reply.text, reply.retryAfter)
    if (error.status === 401 || error.status === 403) endSession({ because: 'expired', token: reply.token })
    throw error
  }
  // Requested before the logout: it must not start a session again.
  if (session.get().status === 'out') throw new ApiError(401, 'ERR_SESSION_EXPIRED')
  startSession(parseJson(reply.text) as Answer<typeof api.refreshToken>)
}

/** In ms. `stall`: of an upload, without progress or an answer. */
const timeouts = { read: 20_000, write: 60_000, file: 10 * 60_000, stall: 60_000 }

interface Sent extends Options {
  body?: string
}

async function fetchOnce(method: Endpoint['method'], address: string, options: Sent) {
  const { body, signal, idempotencyKey, keepalive = false } = options
  const token = (options.token ?? storage.token.get)()
  const timeout = AbortSignal.timeout(method === 'GET' ? timeouts.read : timeouts.write)
  try {
    const response = await fetch(address, {
      method,
      credentials: 'same-origin',
      keepalive,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    return { status: response.status, text, retryAfter: response.headers.get('retry-after'), token }
  } catch (error) {
    if (signal?.aborted) throw error
    throw networkError()
  }
}

async function fetchFileOnce(method: Endpoint['method'], address: string): Promise<Reply & { blob: Blob | undefined }> {
  const token = storage.token.get()
  try {
    const response = await fetch(address, {
      method,
      credentials: 'same-origin',
      headers: { ...(token && { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(timeouts.file),
    })
    const { ok, status, headers } = response
    const blob = ok ? await response.blob() : undefined
    return { status, text: ok ? '' : await response.text(), retryAfter: headers.get('retry-after'), token, blob }
  } catch {
    throw networkError()
  }
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function uploadOnce(method: string, address: string, form: FormData, options: UploadOptions): Promise<Reply> {
  const { signal, idempotencyKey, onProgress } = options
  const token = (options.token ?? storage.token.get)()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    if (idempotencyKey) request.setRequestHeader('idempotency-key', idempotencyKey)
    let stall: ReturnType<typeof setTimeout>
    const restartTimer = () => {
      clearTimeout(stall)
      stall = setTimeout(() => {
        reject(networkError())
        request.abort()
      }, timeouts.stall)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimer()
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => clearTimeout(stall)
    request.onload = () => {
      const { status, responseText: text } = request
      resolve({ status, text, retryAfter: request.getResponseHeader('retry-after'), token })
    }
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(signal?.reason instanceof Error ? signal.reason : new ApiError(0, 'ERR_ABORTED'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) return request.abort()
    restartTimer()
    request.send(form)
  })
}
