import { lookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/** Calls to addresses that users or their browsers have given. Anything else in the network of this machine is out of reach. */
export interface Outside {
  /** Returns the status of the answer and ignores its body. Throws for an address that is not outside. */
  post(url: URL, sent: { headers: Record<string, string>; body: Buffer }): Promise<number>
}

export class NotOutside extends Error {}

interface Options {
  isInside?: (address: string) => boolean
  /** For tests: the certificate of a server that no authority has signed. */
  ca?: string
}

/** In ms. */
const timeout = 10_000

/**
 * Checks the address that the connection is made to, and not the name: a name may have another address the next time that
 * it is looked up. Redirections are not followed.
 */
export function createOutside({ isInside = isInsideAddress, ca }: Options = {}): Outside {
  const lookupOutside: LookupFunction = (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new NotOutside(`${name} has no address`), [])
      if (addresses.some(({ address }) => isInside(address))) return done(new NotOutside(`${name} is inside`), [])
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })

  return {
    post: (url, { headers, body }) => {
      // Addresses are not looked up.
      const address = url.hostname.replace(/^\[|\]$/g, '')
      const isRefused = url.protocol !== 'https:' || (isIP(address) !== 0 && isInside(address))
      if (isRefused) return Promise.reject(new NotOutside(`${url.origin} is not outside`))
      return new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(timeout)
        const options = { method: 'POST', headers, lookup: lookupOutside, signal, agent: false, ...(ca && { ca }) }
        const call = request(url, options, (response) => {
          resolve(response.statusCode ?? 0)
          response.on('error', () => undefined).destroy()
        })
        call.on('error', reject)
        call.end(body)
      })
    },
  }
}

const insideBlocks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast and reserved.
  ['224.0.0.0', 3],
] as const)
  insideBlocks.addSubnet(network, prefix, 'ipv4')
/** Of IPv6 only 2000::/3 is public, without what leads to IPv4 addresses (6to4, Teredo) and examples. */
const publicBlock = new BlockList()
publicBlock.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  insideBlocks.addSubnet(network, prefix, 'ipv6')

/** Loopback, private networks, link-local (cloud metadata) and everything else that is not on the public internet. */
export function isInsideAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return insideBlocks.check(address, 'ipv4')
    case 6:
      return !publicBlock.check(address, 'ipv6') || insideBlocks.check(address, 'ipv6')
    default:
      return true
  }
}
