import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '@guiche/pix-testserver/answer'

export interface Upload {
  name: string
  type: string
  bytes: Buffer
}

/** A request as the Graph API reads it. */
export interface Ask {
  method: string
  /** As it was sent, with the version. */
  path: string
  /** Such as "v25.0". */
  version: string | undefined
  /** The parts of the path after the version. */
  parts: string[]
  query: URLSearchParams
  headers: IncomingHttpHeaders
  raw: Buffer
  /** What the query and the body say; the body wins. */
  params: Record<string, unknown>
  files: Map<string, Upload>
  /** The access token, whichever way it was sent. */
  token: string | undefined
}

export interface Reply extends Answer {
  /** Instead of a body. */
  bytes?: Buffer
  /** The connection is cut instead. */
  isLost?: boolean
  /** What happens once the answer is on its way. */
  after?: () => void
}

/** The answer of calls that only succeed. */
export const success: Reply = { status: 200, body: { success: true } }

export function textOf(ask: Ask, name: string): string | undefined {
  const value = ask.params[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
