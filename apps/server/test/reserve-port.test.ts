import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { reservePort } from './reserve-port.ts'

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill()
})

test('no port is reserved twice, also by processes at the same time', async () => {
  const others = Array.from({ length: 3 }, portsOfAnotherProcess)
  const own = await Promise.all(Array.from({ length: 20 }, reservePort))
  const all = [...own, ...(await Promise.all(others)).flat()]

  expect(all).toHaveLength(35)
  expect(new Set(all).size).toBe(all.length)
})

test('a port that is in use is skipped, and a reserved one stays reserved', async () => {
  const port = await reservePort()
  const server = createServer().listen(port + 2, '127.0.0.1')
  await once(server, 'listening')

  const next = await reservePort()

  expect([port, port + 2]).not.toContain(next)
  server.close()
})

/** Runs until the end of the tests, because ports are reserved while the process lives. */
async function portsOfAnotherProcess(): Promise<number[]> {
  const program = `
    import { reservePort } from ${JSON.stringify(join(import.meta.dirname, 'reserve-port.ts'))}
    const ports = await Promise.all(Array.from({ length: 5 }, reservePort))
    console.log(JSON.stringify(ports))
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const [said]: Buffer[] = await once(child.stdout, 'data')
  return JSON.parse(String(said))
}
