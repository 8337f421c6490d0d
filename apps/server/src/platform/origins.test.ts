import { describe, expect, test } from 'vitest'
import { createOrigins } from './origins.ts'

function originsOf(publicUrl: string, { host = '127.0.0.1', others = [] as string[], port = 3000 } = {}) {
  const addressesOfMachine = () => ['192.168.0.5', '2001:db8::5']
  const origins = createOrigins({ publicUrl: new URL(publicUrl), host, others, addressesOfMachine })
  origins.listensOn(port)
  return origins
}

const developing = originsOf('http://127.0.0.1:5173')
const https = originsOf('https://guiche.example')
const loopback = originsOf('http://127.0.0.1:3000')
const network = originsOf('http://127.0.0.1:3000', { host: '0.0.0.0' })
const oneAddress = originsOf('http://192.168.0.5:3000', { host: '192.168.0.5' })

describe('a page of this server', () => {
  test.each([
    [https, 'https://guiche.example', true],
    [https, 'http://guiche.example', false],
    [https, 'https://guiche.example.evil.test', false],
    [https, 'https://GUICHE.example', false],
    [https, 'null', false],
    [https, 'https://localhost', false],
    [https, 'http://localhost:3000', true],
    [developing, 'http://localhost:5173', true],
    [developing, 'http://localhost:5174', false],
    [loopback, 'http://127.0.0.1:3000', true],
    [loopback, 'http://localhost:3000', true],
    [loopback, 'http://[::1]:3000', true],
    [loopback, 'http://localhost:3001', false],
    [loopback, 'https://localhost:3000', false],
    [loopback, 'http://localhost.evil.test:3000', false],
    [loopback, 'http://192.168.0.5:3000', false],
    [network, 'http://192.168.0.5:3000', true],
    [network, 'http://[2001:db8::5]:3000', true],
    [network, 'http://192.168.0.6:3000', false],
    [network, 'http://192.168.0.5', false],
    [oneAddress, 'http://192.168.0.5:3000', true],
    [oneAddress, 'http://localhost:3000', false],
  ])('%# %s', (origins, origin, expected) => {
    expect(origins.isOwn(origin)).toBe(expected)
  })

  test('has no origin but the public address before the server listens', () => {
    const origins = createOrigins({ publicUrl: new URL('https://guiche.example'), host: '127.0.0.1', others: [] })
    expect([origins.isOwn('https://guiche.example'), origins.isOwn('http://localhost:3000')]).toEqual([true, false])
  })
})

test('a front end that is named is trusted, but is not a page of this server', () => {
  const origins = originsOf('https://api.example', { others: ['https://app.example'] })
  expect([origins.isTrusted('https://app.example'), origins.isOwn('https://app.example')]).toEqual([true, false])
  expect(origins.isTrusted('https://app.example:444')).toBe(false)
  expect(origins.isTrusted('https://other.example')).toBe(false)
})

test('an origin has no port if the server listens on port 80', () => {
  const origins = originsOf('https://guiche.example', { port: 80 })
  expect([origins.isOwn('http://localhost'), origins.isMachine('localhost')]).toEqual([true, true])
})

test('the addresses to open are the public one, or the names of a machine that listens on all interfaces', () => {
  expect(https.addresses()).toEqual(['https://guiche.example'])
  expect(loopback.addresses()).toEqual(['http://127.0.0.1:3000'])
  expect(network.addresses()).toEqual(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://192.168.0.5:3000'])
})
