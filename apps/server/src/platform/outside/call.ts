import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Reach } from './reach.ts'

export interface Wiring {
  reach: Reach
  trusted: { ca?: string }
}

export interface Sent extends Wiring {
  method?: string
  headers: Readonly<Record<string, string>>
  body?: Buffer | Readable
  signal: AbortSignal
  /** In ms. Until there is a connection, names included. */
  connect: number
  /** From here on the other side may get the request. */
  onConnect?: () => void
}

/** There was no connection in time. */
export class NotConnected extends Error {}

/** Each call has a connection of its own, without cookies or credentials of others. The caller has checked the address. */
export function call(
  url: URL,
  { reach, trusted, method = 'GET', headers, body, signal, connect, onConnect }: Sent,
): Promise<IncomingMessage> {
  const isEncrypted = url.protocol === 'https:'
  const request = isEncrypted ? requestEncrypted : requestPlain
  return new Promise((resolve, reject) => {
    const options = { method, lookup: reach.lookup(url), signal, agent: false, headers, ...trusted } as const
    const sent = request(url, options, resolve)
    const late = setTimeout(() => sent.destroy(new NotConnected('there is no connection')), connect)
    const connected = () => {
      clearTimeout(late)
      onConnect?.()
    }
    sent.on('socket', (socket) => socket.once(isEncrypted ? 'secureConnect' : 'connect', connected))
    sent.on('close', () => clearTimeout(late))
    sent.on('error', reject)
    // A server may answer before it has read everything, and its answer is what counts.
    if (body instanceof Readable) pipeline(body, sent).catch(reject)
    else sent.end(body)
  })
}

/** Compressed answers are not asked for, and refused: a small one may become very large. */
export const usualHeaders = { 'user-agent': 'Guiche', accept: '*/*', 'accept-encoding': 'identity' }

export const isCompressed = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] ?? 'identity') !== 'identity'
