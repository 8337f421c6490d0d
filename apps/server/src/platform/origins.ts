import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isTriedOut, loopbackNames } from './loopback.ts'

/** Pages that may act for whoever is logged in. What a Host header says is never enough: anybody can point a name at this machine. */
export interface Origins {
  /** A page of this server: by the public address, or over plain http by a name of the machine that it listens on. */
  isOwn(origin: string): boolean
  /** That, or a page of another server that was named in GUICHE_ORIGINS. */
  isTrusted(origin: string): boolean
  /** This Host header is a name of the machine, so that the call came over plain http, past the proxy of the public address. */
  isMachine(host: string | undefined): boolean
  /** Where a page that was opened under this Host header has its sockets: some browsers do not take 'self' for them. */
  sockets(host: string | undefined): string
  /** GUICHE_ORIGINS names some. */
  readonly hasOthers: boolean
  /** Where it can be opened: by the public address, or by the names of the machine where there is none. */
  addresses(): string[]
  listensOn(port: number): void
}

interface Options {
  publicUrl: URL
  /** As the server listens: an address, a name, or 0.0.0.0 for all interfaces. */
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

  /** Looked up each time: a laptop changes its network while the server runs. */
  function machineOrigins(): string[] {
    return [
      ...(port === undefined ? [] : namesOf(host).map((name) => originOf(name, port))),
      // A public address on this machine itself, such as that of the server for developing, has all of its names.
      ...(isTriedOut(publicUrl) && publicUrl.protocol === 'http:'
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
