import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('skips a port that is in use', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as AddressInfo

  expect(await freePort(port)).toBeGreaterThan(port)
  await new Promise((resolve) => holder.close(resolve))
  expect(await freePort(port)).toBe(port)
})
