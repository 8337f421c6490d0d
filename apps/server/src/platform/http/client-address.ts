import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

export interface ClientAddresses {
  /** The address of who sent a request, also through the proxies that are named. The same as `ip` of a call. */
  of(request: IncomingMessage): string
  isProxy(address: string): boolean
}

/** `trustProxy`: addresses of proxies whose X-Forwarded-For is believed. */
export function createClientAddresses(trustProxy: string[] | false): ClientAddresses {
  const isTrusted = proxyAddr.compile(trustProxy || [])
  return { of: (request) => proxyAddr(request, isTrusted), isProxy: (address) => isTrusted(address, 0) }
}
