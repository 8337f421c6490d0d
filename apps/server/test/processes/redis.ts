import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createClient } from 'redis'
import { reservePort } from '../reserve-port.ts'
import { eventually } from '#test/world'

/** Redis is not part of the package; tests that need it are skipped without it. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

const dial = (url: string, password: string) => createClient({ url, password, socket: { reconnectStrategy: false } })

/** A Redis without persistence. */
export interface OwnRedis {
  url: string
  start(): Promise<void>
  /** `kill -9`: all of its data is lost. */
  kill(): Promise<void>
  /** Suspends the process; its connections stay open. */
  freeze(): void
  thaw(): void
  /** Removes all data. */
  flush(): Promise<void>
}

export async function createRedis({ password = '' } = {}): Promise<OwnRedis> {
  const port = await reservePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  return {
    url,
    start: async () => {
      const options = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no', requirepass: password }
      server = spawn(
        'redis-server',
        Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
      )
      await eventually(() => ask(async () => undefined))
    },
    kill: async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    flush: () => ask(async (client) => void (await client.flushAll())),
  }

  async function ask(question: (client: ReturnType<typeof dial>) => Promise<void>): Promise<void> {
    const client = dial(url, password)
    client.on('error', () => undefined)
    await client.connect()
    await question(client)
    await client.close()
  }
}
