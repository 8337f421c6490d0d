import { type RequestOptions, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface Post {
  url: string
  headers: Record<string, string>
  body: string
  /** The address on this machine that it is sent from, 127.0.0.2 for one that the receiver does not know. */
  from?: string | undefined
  timeoutMs: number
}

/** Posts JSON, and returns the status of the answer. Redirections are not followed. */
export function post({ url, headers, body, from, timeoutMs }: Post): Promise<number> {
  const target = new URL(url)
  const options: RequestOptions = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    ...(from !== undefined && { localAddress: from, family: 4 }),
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
  }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = target.protocol === 'https:' ? httpsRequest(target, options) : httpRequest(target, options)
  request.on('error', reject)
  request.on('response', (response) => {
    response.resume()
    response.on('error', reject)
    response.on('end', () => resolve(response.statusCode ?? 0))
  })
  request.end(body)
  return promise
}
