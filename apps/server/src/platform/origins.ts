import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopbackUrl, loopbackNames } from './loopback.ts'

/**
 * Origins whose pages may act for a logged-in user. A Host header alone proves nothing, because anybody can point a
 * name at this machine.
 */
export interface Origins {
  /** A page of this server: at the public address, or over plain http at a name of the machine that it listens on. */
  isOwn(origin: string): boolean
  /** Such a page, or a page of an origin in GUICHE_ORIGINS. */
  isTrusted(origin: string): boolean
  /**
   * The Host header is a name of the machine, so the call came over plain http and not through the proxy of the public
   * address.
   */
  isMachine(host: string | undefined): boolean
  /**
   * The origins of sockets for a page that was opened with this Host header; some browsers do not accept 'self' for
   * them.
   */
  sockets(host: string | undefined): string
  /** GUICHE_ORIGINS is not empty. */
  readonly hasOthers: boolean
  /** Where the product can be opened: the public address, or the names of the machine where there is none. */
  addresses(): string[]
  listensOn(port: number): void
}

interface Options {
  publicUrl: URL
  /** What the server listens on: an address, a name, or 0.0.0.0 for all interfaces. */
  host: string
  others: readonly string[]
  addressesOfMachine?: () => string[]
}

const allInterfaces = ['0.0.0.0', '::']

export function createOrigins({ publicUrl, host, others, addressesOfMachine = interfaceAddresses }: Options): Origins {
  let port: number | undefined
  return { isOwn, isTrusted, isMachine, sockets, hasOthers: others.length > 0, addresses, listensOn }

  function isOwn(origin: string) {
    return origin === publicUrl.origin || machineOrigins().includes(origin)
  }

  function isTrusted(origin: string) {
    return isOwn(origin) || others.includes(origin)
  }

  function isMachine(host: string | undefined) {
    return host !== undefined && host !== publicUrl.host && machineOrigins().includes(`http://${host}`)
  }

  function sockets(host: string | undefined) {
    return isMachine(host) ? `ws://${host}` : publicUrl.origin.replace(/^http/, 'ws')
  }

  function addresses() {
    const machine = machineOrigins()
    if (!allInterfaces.includes(host) || !machine.includes(publicUrl.origin)) return [publicUrl.origin]
    return [...new Set(machine.filter((origin) => !origin.includes('[')))]
  }

  function listensOn(listening: number) {
    port = listening
  }

  /** Looked up at each call, because a laptop changes its network while the server runs. */
  function machineOrigins(): string[] {
    return [
      ...(port === undefined ? [] : namesOf(host).map((name) => originOf(name, port))),
      // A public address on this machine (development) stands for all loopback names.
      ...(isLoopbackUrl(publicUrl) && publicUrl.protocol === 'http:'
        ? loopbackNames.map((name) => originOf(name, publicUrl.port))
        : []),
    ]
  }

  function namesOf(host: string): string[] {
    if (allInterfaces.includes(host)) return [...loopbackNames, ...addressesOfMachine().map(inAddress)]
    return loopbackNames.includes(inAddress(host)) ? loopbackNames : [inAddress(host)]
  }
}

const inAddress = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)

const originOf = (name: string, port: number | string | undefined) =>
  new URL(`http://${name}${port ? `:${port}` : ''}`).origin

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address),
  )
}
