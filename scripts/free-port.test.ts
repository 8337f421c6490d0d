import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, listenFrom } from './free-port.ts'

test('skips a port that is in use', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as AddressInfo

  expect(await freePort(port)).toBeGreaterThan(port)
  await new Promise((resolve) => holder.close(resolve))
  expect(await freePort(port)).toBe(port)
})

test('a server listens on the next port if its port is in use', async () => {
  const [holder, server] = [createServer(), createServer()]
  const port = await listenFrom(holder, 21_000)

  const next = await listenFrom(server, port)

  expect(next).toBeGreaterThan(port)
  expect(server.address()).toMatchObject({ port: next })
  await Promise.all([holder, server].map((one) => new Promise((resolve) => one.close(resolve))))
})
