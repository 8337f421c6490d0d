import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createClient } from 'redis'
import { freePort } from './server-process.ts'
import { eventually } from './world.ts'

/** Not part of the package: where it is missing, what needs it cannot be tested. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A Redis of its own, that keeps nothing. */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const server = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ])
  await eventually(async () => {
    const client = createClient({ url, socket: { reconnectStrategy: false } })
    client.on('error', () => undefined)
    await client.connect()
    await client.close()
  })
  return {
    url,
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
  }
}
