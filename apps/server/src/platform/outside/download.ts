import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Wiring, call, isCompressed, usualHeaders } from './call.ts'
import { NotOutside } from './reach.ts'

export interface Target {
  /** Must not exist. */
  path: string
  /** In bytes. */
  most: number
  /** Sent to the address alone, and not to where it may lead. */
  headers?: Readonly<Record<string, string>>
  /** In ms, for everything together. */
  within?: number
}

export interface Downloaded {
  bytes: number
  sha256: Buffer
  /** What the other server says. */
  declaredType: string
  /** The last part of the address that the file was found at. */
  name: string
}

/** There is no file at the address, or it did not come. What the other server said is not in the message. */
export class DownloadFailed extends Error {}
export class DownloadTooLarge extends Error {}

/** In ms. */
export interface DownloadTimes {
  /** Until there is a connection, names included. */
  connect: number
  /** For everything together, redirections included. */
  whole: number
}

const maxRedirects = 3

export async function download(
  address: string,
  target: Target,
  { times = { connect: 5_000, whole: 15_000 }, ...wiring }: Wiring & { times?: DownloadTimes },
): Promise<Downloaded> {
  const signal = AbortSignal.timeout(target.within ?? times.whole)
  try {
    let url = parse(address)
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      wiring.reach.check(url)
      const headers = redirects === 0 ? { ...usualHeaders, ...target.headers } : usualHeaders
      const response = await call(url, { ...wiring, headers, signal, connect: times.connect })
      const next = locationOf(response)
      if (next === undefined) return await keep(response, url, target, signal)
      response.destroy()
      url = parse(next, url)
    }
    throw new DownloadFailed('it is redirected too often')
  } catch (error) {
    if (error instanceof NotOutside || error instanceof DownloadTooLarge || error instanceof DownloadFailed) throw error
    throw new DownloadFailed('it could not be fetched', { cause: error })
  }
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new NotOutside('it is no address')
  return new URL(address, base)
}

const redirections = new Set([301, 302, 303, 307, 308])

const locationOf = ({ statusCode = 0, headers: { location } }: IncomingMessage): string | undefined =>
  redirections.has(statusCode) ? location : undefined

async function keep(
  response: IncomingMessage,
  url: URL,
  { path, most }: Target,
  signal: AbortSignal,
): Promise<Downloaded> {
  try {
    assertFile(response, most)
    const hash = createHash('sha256')
    let bytes = 0
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        hash.update(chunk)
        bytes += chunk.length
        if (bytes > most) return next(new DownloadTooLarge('it is too large'))
        next(null, chunk)
      },
    })
    await pipeline(response, measure, createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal })
    const name = url.pathname.split('/').at(-1) ?? ''
    return { bytes, sha256: hash.digest(), declaredType: response.headers['content-type'] ?? '', name }
  } finally {
    response.destroy()
  }
}

function assertFile(response: IncomingMessage, most: number): void {
  if (response.statusCode !== 200) throw new DownloadFailed('there is no file')
  if (isCompressed(response)) throw new DownloadFailed('it is compressed')
  if (Number(response.headers['content-length'] ?? 0) > most) throw new DownloadTooLarge('it is too large')
}
