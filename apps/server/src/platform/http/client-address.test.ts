import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createClientAddresses } from './client-address.ts'

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }))
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return request
}

test.each([
  ['the peer, without a proxy', false, '203.0.113.7', undefined, '203.0.113.7'],
  ['the peer, whatever it says, if it is no named proxy', ['10.0.0.1'], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['what a named proxy says', ['10.0.0.1'], '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['not what somebody before the proxy says', ['10.0.0.1'], '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['what the first of several proxies says', ['uniquelocal'], '10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
] as const)('the address of a client is %s', (_what, trustProxy, peer, forwarded, address) => {
  const addresses = createClientAddresses(trustProxy && [...trustProxy])

  expect(addresses.of(requestFrom(peer, forwarded))).toBe(address)
})
