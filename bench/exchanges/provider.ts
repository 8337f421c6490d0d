import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '../client.ts'

/** The ids of integrations: the service knows by them how it is to answer. `takes` is in ms. */
export const services = {
  usual: { id: 1, takes: 50 },
  slow: { id: 2, takes: 5_000 },
  silent: { id: 3 },
} as const

export interface Provider {
  url: string
  /** How long it took for each ticket, in ms, by its own clock. */
  times(): Promise<ReadonlyMap<number, number>>
  stop(): Promise<void>
}

/** Starts the service that answers customers. */
export async function startProvider(): Promise<Provider> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'provider-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // When the run is interrupted, it may not survive.
  const kill = () => void child.kill()
  process.once('exit', kill)
  const [line] = await once(createInterface(child.stdout), 'line')
  const url = String(line)
  return {
    url,
    times: async () => {
      const client = createClient(url)
      const { text } = await client.get('/times')
      client.close()
      const entries: [number, number][] = JSON.parse(text)
      return new Map(entries)
    },
    stop: async () => {
      process.off('exit', kill)
      const exited = once(child, 'exit')
      if (child.exitCode === null && child.signalCode === null && child.kill()) await exited
    },
  }
}
