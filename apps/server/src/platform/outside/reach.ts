import { lookup } from 'node:dns/promises'
import { type LookupFunction, isIP } from 'node:net'
import { isInsideAddress } from './inside-address.ts'

/** The address is not on the public internet, or may not be called for another reason. */
export class NotOutside extends Error {}

/** The name of the address leads nowhere: it may have been mistyped. */
export class NameNotFound extends NotOutside {}

export interface Address {
  address: string
  family: number
}

export interface ReachOptions {
  /** Hosts that may be called although they are inside: a name or address, with a port if it is no usual one. */
  insideHosts?: readonly string[]
  /** Ports of hosts outside. */
  ports?: readonly number[]
  isInside?: (address: string) => boolean
  resolve?: (name: string) => Promise<readonly Address[]>
}

export const usualPorts: readonly number[] = [80, 443]

/** Which addresses may be called. */
export interface Reach {
  /** Throws NotOutside. A name is checked by `lookup`, when it is known what it stands for. */
  check(url: URL): void
  /**
   * Resolves the name of this address for a connection, and gives the connection only addresses that are outside: it is
   * not resolved again, so it cannot have another address by then.
   */
  lookup(url: URL): LookupFunction
}

export function createReach({
  insideHosts = [],
  ports = usualPorts,
  isInside = isInsideAddress,
  resolve = (name) => lookup(name, { all: true }),
}: ReachOptions): Reach {
  const allowed = new Set(insideHosts.map((host) => host.toLowerCase().replace(/[[\]]/g, '')))
  return { check, lookup: lookupOf }

  function check(url: URL): void {
    if (!protocols.has(url.protocol)) throw new NotOutside(`${url.protocol} is not called`)
    if (url.username || url.password) throw new NotOutside('an address with a user is not called')
    if (isAllowed(url)) return
    if (!ports.includes(portOf(url))) throw new NotOutside(`port ${portOf(url)} is not called`)
    const host = hostOf(url)
    const address = isLocalName(host) ? '127.0.0.1' : host
    if (isIP(address) !== 0 && isInside(address)) throw new NotOutside(`${host} is inside`)
  }

  function lookupOf(url: URL): LookupFunction {
    const mayBeInside = isAllowed(url)
    return (name, { all }, done) => {
      resolve(name).then(
        (addresses) => {
          const [first] = addresses
          if (!first) return done(new NotOutside(`${name} has no address`), [])
          if (!mayBeInside && addresses.some(({ address }) => isInside(address)))
            return done(new NotOutside(`${name} is inside`), [])
          if (all) done(null, [...addresses])
          else done(null, first.address, first.family)
        },
        (error: Error) => done(error, []),
      )
    }
  }

  function isAllowed(url: URL): boolean {
    const host = hostOf(url)
    return allowed.has(`${host}:${portOf(url)}`) || (usualPorts.includes(portOf(url)) && allowed.has(host))
  }
}

/** These stand for this machine, whatever a resolver says. */
const isLocalName = (host: string) => host === 'localhost' || host.endsWith('.localhost')

const protocols = new Set(['http:', 'https:'])

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

/** Without the brackets of IPv6 and the dot that may end a name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
