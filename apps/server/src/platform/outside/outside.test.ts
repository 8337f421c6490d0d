import { once } from 'node:events'
import { createServer } from 'node:https'
import { createTlsIdentity } from '@guiche/wa-testserver'
import { expect, test } from 'vitest'
import { isInsideAddress } from './inside-address.ts'
import { NotOutside, createOutside } from './outside.ts'

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.20.0.1', true],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['224.0.0.1', true],
  ['::1', true],
  ['::', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:8.8.8.8', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['64:ff9b::a00:1', true],
  ['2002:a00:1::', true],
  ['localhost', true],
  ['8.8.8.8', false],
  ['172.32.0.1', false],
  ['2606:4700::1111', false],
])('%s is inside: %s', (address, expected) => {
  expect(isInsideAddress(address)).toBe(expected)
})

const sent = { headers: {}, body: Buffer.from('x') }

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost/',
  'https://2130706433/',
  'https://0x7f.1/',
  'http://8.8.8.8/',
])('nothing is sent to %s', async (address) => {
  await expect(createOutside().post(new URL(address), sent)).rejects.toBeInstanceOf(NotOutside)
})

test('a redirection is not followed, and the certificate is checked', async () => {
  const identity = createTlsIdentity()
  const paths: (string | undefined)[] = []
  const server = createServer(identity, ({ url }, response) => {
    paths.push(url)
    response.writeHead(302, { location: '/elsewhere' }).end('x'.repeat(1000))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const url = new URL(`https://localhost:${port}/first`)
  const reached = { isInside: () => false, ports: [port] }
  try {
    expect(await createOutside({ ...reached, ca: identity.cert }).post(url, sent)).toBe(302)
    await expect(createOutside(reached).post(url, sent)).rejects.toThrow(/certificate/)
    expect(paths).toEqual(['/first'])
  } finally {
    server.close()
  }
})
