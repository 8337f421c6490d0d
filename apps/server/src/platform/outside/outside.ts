import { request } from 'node:https'
import { type OutsideAnswer, type OutsideRequest, ask } from './ask.ts'
import { checkAddress } from './check-address.ts'
import { type Downloaded, type DownloadTimes, type Target, download } from './download.ts'
import { NameNotFound, NotOutside, type ReachOptions, createReach } from './reach.ts'

export { DownloadFailed, DownloadTooLarge, type Downloaded, type Target } from './download.ts'
export { type FormPart, type OutsideAnswer, OutsideFailed, type OutsideFailure, type OutsideRequest } from './ask.ts'
export { NameNotFound, NotOutside }

/**
 * Calls to addresses that users or their browsers have given (S58). Anything else in the network of this machine is out of
 * reach.
 */
export interface Outside {
  /**
   * Throws NotOutside unless this is an address that would be called now. For what is stored: it is checked again
   * whenever it is called.
   */
  check(address: string): Promise<void>
  /**
   * Returns the status of the answer and ignores its body. Redirections are not followed. Throws NotOutside for an
   * address that is not outside.
   */
  post(url: URL, sent: { headers: Record<string, string>; body: Buffer }): Promise<number>
  /**
   * Writes the file of an address to a path, and follows redirections to addresses that are outside as well. Throws
   * NotOutside, DownloadTooLarge, or DownloadFailed. The caller removes the path afterwards.
   */
  download(address: string, target: Target): Promise<Downloaded>
  /**
   * Sends a request and returns the answer, whatever its status. Redirections are not followed. Throws OutsideFailed, whose
   * kind is all that may be shown.
   */
  ask(address: string, request: OutsideRequest): Promise<OutsideAnswer>
}

interface Options extends ReachOptions {
  /** For tests: the certificate of a server that no authority has signed. */
  ca?: string
  /** For tests. */
  times?: DownloadTimes
}

/** In ms. */
const timeout = 10_000

export function createOutside({ ca, times, ...options }: Options = {}): Outside {
  const reach = createReach(options)
  const trusted = ca === undefined ? {} : { ca }

  return {
    check: (address) => checkAddress(address, reach),
    post: async (url, { headers, body }) => {
      if (url.protocol !== 'https:') throw new NotOutside(`${url.origin} is not encrypted`)
      reach.check(url)
      return new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(timeout)
        const call = request(
          url,
          { method: 'POST', headers, lookup: reach.lookup(url), signal, agent: false, ...trusted },
          (response) => {
            resolve(response.statusCode ?? 0)
            response.on('error', () => undefined).destroy()
          },
        )
        call.on('error', reject)
        call.end(body)
      })
    },
    ask: (address, request) => ask(address, request, { reach, trusted, ...(times && { times }) }),
    download: (address, target) => download(address, target, { reach, trusted, ...(times && { times }) }),
  }
}
