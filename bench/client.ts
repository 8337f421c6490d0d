import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from './table.ts'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A plain HTTP client with keep-alive, so that the measured time is the server's and not the client's. */
export function createClient(base: string, headers: Record<string, string> = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
    send(method, path, body === undefined ? undefined : JSON.stringify(body))
  const send = (method: string, path: string, payload?: string, more: Record<string, string> = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, base),
        {
          method,
          agent,
          headers: {
            ...headers,
            ...more,
            ...(payload !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(payload),
            }),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(payload)
    })
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown) => call('POST', path, body),
    put: (path: string, body: unknown) => call('PUT', path, body),
    /** These bytes, with headers of their own. */
    postText: (path: string, text: string, more: Record<string, string>) => send('POST', path, text, more),
    close: () => agent.destroy(),
  }
}
export type Client = ReturnType<typeof createClient>

export interface Timing {
  p50: number
  p95: number
  count: number
}

/** Runs `lanes` loops at once, each making one call after the other; times in ms. */
export async function measureTiming(
  lanes: number,
  seconds: number,
  call: (index: number) => Promise<Reply>,
): Promise<Timing> {
  const samples: number[] = []
  const until = performance.now() + seconds * 1000
  let index = 0
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < until) {
        const begun = performance.now()
        const reply = await call(index++)
        if (reply.status >= 400) throw new Error(`answered ${reply.status}: ${reply.text.slice(0, 200)}`)
        samples.push(performance.now() - begun)
      }
    }),
  )
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95), count: samples.length }
}

/** Makes calls at a steady pace, whatever the answers take, and returns their times in ms. */
export async function measureSteadily(
  perSecond: number,
  goesOn: () => boolean,
  call: (index: number) => Promise<Reply>,
): Promise<number[]> {
  const samples: number[] = []
  const calls: Promise<void>[] = []
  const start = performance.now()
  for (let index = 0; goesOn(); index += 1) {
    await pause(Math.max(0, start + (index * 1000) / perSecond - performance.now()))
    const begun = performance.now()
    calls.push(
      call(index).then(({ status, text }) => {
        if (status >= 400) throw new Error(`answered ${status}: ${text.slice(0, 200)}`)
        samples.push(performance.now() - begun)
      }),
    )
  }
  await Promise.all(calls)
  return samples
}
