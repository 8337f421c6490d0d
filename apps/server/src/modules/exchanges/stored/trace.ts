import type { OutsideAnswer, OutsideRequest } from '#platform/outside/outside'
import { withoutLogins } from '#platform/outside/without-logins'

/** One call to a service, for admins. */
export interface Traced {
  method: string
  /** Without query and login. */
  address: string
  /** Null: there was no answer. */
  status: number | null
  ms: number
  sent: string
  received: string
  failure: string | null
}

export const mostTraced = 8
/** In characters, of what was sent and received. */
const longest = 2000

interface Call {
  address: string
  request: OutsideRequest
  /** Bodies may have secrets. */
  isSecret: boolean
  ms: number
}

export function traceOf(
  { address, request, isSecret, ms }: Call,
  answer: OutsideAnswer | undefined,
  failure: string | null,
): Traced {
  const sent = bodyOf(request)
  return {
    method: request.method ?? (sent === undefined ? 'GET' : 'POST'),
    address: shownAddress(address),
    status: answer?.status ?? null,
    ms: Math.round(ms),
    sent: isSecret ? '' : shortened(sent ?? ''),
    received: isSecret || !answer ? '' : shortened(withoutLogins(textOf(answer), request.headers)),
    failure,
  }
}

function shownAddress(address: string): string {
  if (!URL.canParse(address)) return ''
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`.slice(0, 300)
}

function bodyOf({ json, bytes, fields, form }: OutsideRequest): string | undefined {
  if (json !== undefined) return JSON.stringify(json)
  if (bytes) return bytesOf(bytes.type, bytes.content)
  if (fields) return new URLSearchParams(fields).toString()
  return form
    ?.map((part) => `${part.name}: ${'content' in part ? bytesOf(part.type, part.content) : part.value}`)
    .join('\n')
}

const textOf = ({ headers, bytes }: OutsideAnswer): string => bytesOf(headers['content-type'] ?? '', bytes)

const bytesOf = (type: string, bytes: Buffer): string =>
  /^(text\/|application\/(json|xml|ssml\+xml)|$)/.test(type)
    ? bytes.subarray(0, longest * 4).toString('utf8')
    : `(${type}, ${bytes.length} bytes)`

const shortened = (whole: string): string => {
  const text = withoutSignatures(whole)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Links to files carry their own permission (S73). */
const withoutSignatures = (text: string): string => text.replaceAll(/\bsignature=[\w-]+/g, 'signature=…')
