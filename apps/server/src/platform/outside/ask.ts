import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { type Wiring, NotConnected, call, isCompressed, usualHeaders } from './call.ts'
import { parseShallow } from './parse-shallow.ts'
import { NotOutside } from './reach.ts'

/** At most one of `json`, `bytes`, `stream`, `fields` and `form`. */
export interface OutsideRequest {
  /** By default POST with a body, GET without. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  json?: unknown
  bytes?: { type: string; content: Buffer }
  /** For what should not be in memory as a whole. */
  stream?: { type: string; content: Readable }
  /** As forms of pages send them. */
  fields?: Readonly<Record<string, string>>
  /** With files. */
  form?: readonly FormPart[]
  /** In bytes, of the answer; by default 1 MB. */
  most?: number
  /** In ms, by default 5 and 15 seconds. */
  times?: { connect: number; whole: number }
  signal?: AbortSignal
}

export type FormPart =
  | { name: string; value: string }
  | { name: string; fileName: string; type: string; content: Buffer }

export interface OutsideAnswer {
  status: number
  /** With names in small letters. */
  headers: Readonly<Record<string, string>>
  bytes: Buffer
  /** Throws OutsideFailed if it is none, or is nested deeper than anybody needs. */
  json(): unknown
}

/**
 * `refusedAddress`: it may not be called. `unreachable`: there was no connection, or it broke. `status`: for callers who
 * want another status. They say nothing about hosts inside.
 */
export type OutsideFailure = 'refusedAddress' | 'unreachable' | 'timeout' | 'tooLarge' | 'notJson' | 'status'

interface FailedOptions extends ErrorOptions {
  mayHaveArrived?: boolean
}

/** The message is for logs only. */
export class OutsideFailed extends Error {
  readonly kind: OutsideFailure
  /** There was a connection, so the other side may have got the request. */
  readonly mayHaveArrived: boolean

  constructor(
    kind: OutsideFailure,
    message: string = kind,
    { mayHaveArrived = false, ...options }: FailedOptions = {},
  ) {
    super(message, options)
    this.kind = kind
    this.mayHaveArrived = mayHaveArrived
  }
}

const usualTimes = { connect: 5_000, whole: 15_000 }
const oneMegabyte = 1_048_576

export async function ask(
  address: string,
  request: OutsideRequest,
  { times: timesOfTest, ...wiring }: Wiring & { times?: { connect: number; whole: number } },
): Promise<OutsideAnswer> {
  const { connect, whole } = request.times ?? timesOfTest ?? usualTimes
  const limit = AbortSignal.timeout(Math.ceil(whole))
  const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit
  let mayHaveArrived = false
  const onConnect = () => void (mayHaveArrived = true)
  try {
    const url = parse(address)
    wiring.reach.check(url)
    const { type, body } = bodyOf(request)
    const headers = { ...usualHeaders, ...ownHeaders(request.headers ?? {}, type), ...lengthOf(body) }
    const method = request.method ?? (body ? 'POST' : 'GET')
    const response = await call(url, {
      ...wiring,
      method,
      headers,
      ...(body && { body }),
      signal,
      connect,
      onConnect,
    })
    return answerOf(response, await read(response, request.most ?? oneMegabyte, signal))
  } catch (error) {
    throw failureOf(error, signal, mayHaveArrived)
  }
}

function parse(address: string): URL {
  if (!URL.canParse(address)) throw new NotOutside('it is no address')
  return new URL(address)
}

/** Of these the caller has no say. */
const fixedHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
])

function ownHeaders(given: Readonly<Record<string, string>>, type: string | undefined): Record<string, string> {
  const named = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value] as const)
  const kept = named.filter(([name]) => !fixedHeaders.has(name))
  return { ...(type !== undefined && { 'content-type': type }), ...Object.fromEntries(kept) }
}

const lengthOf = (body: Buffer | Readable | undefined) =>
  Buffer.isBuffer(body) ? { 'content-length': String(body.length) } : {}

function bodyOf({ json, bytes, stream, fields, form }: OutsideRequest): { type?: string; body?: Buffer | Readable } {
  if (json !== undefined) return { type: 'application/json', body: Buffer.from(JSON.stringify(json)) }
  const raw = bytes ?? stream
  if (raw) return { type: raw.type, body: raw.content }
  if (fields)
    return { type: 'application/x-www-form-urlencoded', body: Buffer.from(new URLSearchParams(fields).toString()) }
  return form ? multipart(form) : {}
}

function multipart(form: readonly FormPart[]): { type: string; body: Buffer } {
  const boundary = randomUUID()
  const parts = form.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`),
    'content' in part ? part.content : Buffer.from(part.value),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

function headOf(part: FormPart): string {
  const named = `content-disposition: form-data; name="${quoted(part.name)}"`
  if (!('content' in part)) return named
  return `${named}; filename="${quoted(part.fileName)}"\r\ncontent-type: ${part.type.replaceAll(/[^\w/+.;= -]/g, '')}`
}

/** As browsers do. */
const quoted = (name: string) => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')

async function read(response: IncomingMessage, most: number, signal: AbortSignal): Promise<Buffer> {
  try {
    if (isCompressed(response)) throw new OutsideFailed('notJson', 'it is compressed')
    if (Number(response.headers['content-length'] ?? 0) > most) throw new OutsideFailed('tooLarge')
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response) {
      signal.throwIfAborted()
      if (!Buffer.isBuffer(chunk)) continue
      bytes += chunk.length
      if (bytes > most) throw new OutsideFailed('tooLarge')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
  }
}

const answerOf = ({ statusCode = 0, headers }: IncomingMessage, bytes: Buffer): OutsideAnswer => ({
  status: statusCode,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])),
  bytes,
  json: () => parseJson(bytes),
})

function parseJson(bytes: Buffer): unknown {
  try {
    return parseShallow(bytes.toString('utf8'))
  } catch (error) {
    throw new OutsideFailed('notJson', 'it is no JSON, or too deep', { cause: error })
  }
}

function failureOf(error: unknown, signal: AbortSignal, mayHaveArrived: boolean): OutsideFailed {
  const options = { cause: error, mayHaveArrived }
  if (error instanceof OutsideFailed) return new OutsideFailed(error.kind, error.message, options)
  if (error instanceof NotOutside) return new OutsideFailed('refusedAddress', error.message)
  if (error instanceof NotConnected || signal.aborted) return new OutsideFailed('timeout', 'it took too long', options)
  return new OutsideFailed('unreachable', 'it could not be reached', options)
}
