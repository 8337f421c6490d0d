import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { NotOutside, type Reach } from './reach.ts'

export interface Target {
  /** Must not exist. */
  path: string
  /** In bytes. */
  most: number
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

interface Wiring {
  reach: Reach
  trusted: { ca?: string }
  times?: DownloadTimes
}

const maxRedirects = 3

export async function download(
  address: string,
  target: Target,
  { reach, trusted, times = { connect: 5_000, whole: 15_000 } }: Wiring,
): Promise<Downloaded> {
  const signal = AbortSignal.timeout(times.whole)
  try {
    let url = parse(address)
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      reach.check(url)
      const response = await ask(url, { reach, trusted, signal, connect: times.connect })
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

interface Asking {
  reach: Reach
  trusted: { ca?: string }
  signal: AbortSignal
  connect: number
}

/** Each call has a connection of its own, without cookies or credentials. */
function ask(url: URL, { reach, trusted, signal, connect }: Asking): Promise<IncomingMessage> {
  const isEncrypted = url.protocol === 'https:'
  const request = isEncrypted ? requestEncrypted : requestPlain
  return new Promise((resolve, reject) => {
    const options = { lookup: reach.lookup(url), signal, agent: false, headers, ...trusted } as const
    const call = request(url, options, resolve)
    const late = setTimeout(() => call.destroy(new DownloadFailed('there is no connection')), connect)
    call.on('socket', (socket) => socket.once(isEncrypted ? 'secureConnect' : 'connect', () => clearTimeout(late)))
    call.on('close', () => clearTimeout(late))
    call.on('error', reject)
    call.end()
  })
}

/** Compressed answers are not asked for, and refused: a small one may become very large. */
const headers = { 'user-agent': 'Guiche', accept: '*/*', 'accept-encoding': 'identity' }

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

function assertFile({ statusCode, headers: answered }: IncomingMessage, most: number): void {
  if (statusCode !== 200) throw new DownloadFailed('there is no file')
  if ((answered['content-encoding'] ?? 'identity') !== 'identity') throw new DownloadFailed('it is compressed')
  if (Number(answered['content-length'] ?? 0) > most) throw new DownloadTooLarge('it is too large')
}
