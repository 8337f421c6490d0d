import { createAdapter } from '@socket.io/redis-streams-adapter'
import { createClient } from 'redis'
import type { Server } from 'socket.io'
import type { Log } from './log.ts'

const connect = (url: string) => createClient({ url })
export type Redis = ReturnType<typeof connect>

export interface RedisParts {
  client: Redis
  /** Carries events to the sockets of other nodes. */
  adapter: NonNullable<Parameters<Server['adapter']>[0]>
  close(): Promise<void>
}

/** Events, presence and limits across nodes. Without REDIS_URL they stay in this process. */
export async function connectRedis(url: string, log: Log): Promise<RedisParts> {
  const client = connect(url)
  client.on('error', (err: Error) => log.warn({ err }, 'redis'))
  await client.connect()
  return {
    client,
    adapter: createAdapter(client),
    close: async () => {
      await client.close()
    },
  }
}
