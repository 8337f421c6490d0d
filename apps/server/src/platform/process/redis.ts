import { setTimeout as pause } from 'node:timers/promises'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { ErrorReply, createClient } from 'redis'
import type { Namespace, Server } from 'socket.io'
import { StartError } from '../files/data-folder.ts'
import type { Log } from './log.ts'
import { sayIfSlow } from './say.ts'

const dial = (url: string, { isKept }: { isKept: boolean }) =>
  createClient({
    url,
    disableOfflineQueue: !isKept,
    pingInterval: 3_000,
    // By itself the client gives up after a silence.
    socket: { socketTimeout: silence, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2000) + jitter() },
  })
export type Redis = ReturnType<typeof dial>

export interface RedisParts {
  client: Redis
  /** Carries events to the sockets of other nodes. */
  adapter: Extract<Parameters<Server['adapter']>[0], (namespace: Namespace) => unknown>
  close(): Promise<void>
}

/** In ms. Longer than a reader is kept waiting for news. */
const silence = 15_000
/** How long a start waits for one that is about to start as well. */
const startPatience = 5_000
/** How long an answer may take before the line counts as dead. */
const patience = 4_000
/** What is asked of all processes is answered without those that do not answer within this. */
const othersPatience = 1_000
const jitter = () => Math.floor(Math.random() * 200)

/**
 * Events, presence and limits across nodes. Without REDIS_URL they stay in this process. It has to be there at the start and
 * may be away later (R23): then each process serves its own, nobody logs in, and what was not told is looked for in the database.
 */
export async function connectRedis(url: string, log: Log): Promise<RedisParts> {
  // What cannot be told now is not kept for later: the sockets of this process would wait for it.
  const client = dial(url, { isKept: false })
  let isAway = false
  let isStarting = true
  client.on('error', (err: Error) => {
    if (!isAway && !isStarting) log.warn({ event: 'redis.unreachable', err }, 'lost the connection to Redis')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info({ event: 'redis.reachable' }, 'connected to Redis again')
    isAway = false
  })
  await reach(client, url)
  isStarting = false
  const watch = watchOver(client)

  return {
    client,
    adapter: undaunted(createAdapter(speaking(client, url))),
    close: async () => {
      clearInterval(watch)
      if (client.isReady) await client.close()
      else client.destroy()
    },
  }
}

/** A start without it would serve, and nobody could log in: it ends in one sentence instead. */
async function reach(client: Redis, url: string): Promise<void> {
  const { host } = new URL(url)
  let last: unknown
  client.on('error', (error) => (last = error))
  const refused = new Promise<never>((_resolve, reject) =>
    client.on('error', (error) => error instanceof ErrorReply && reject(error)),
  )
  const connected = client.connect().then(() => true)
  // It fails when the client is put away before.
  connected.catch(() => undefined)
  try {
    if (
      await sayIfSlow(
        `Waiting for the Redis at ${host} …`,
        Promise.race([connected, refused, pause(startPatience, false)]),
      )
    )
      return
  } catch (error) {
    client.destroy()
    throw new StartError(`REDIS_URL: the Redis at ${host} refuses: ${messageOf(error)}.`)
  }
  client.destroy()
  throw new StartError(`REDIS_URL: no Redis answers at ${host}: ${last ? messageOf(last) : 'it says nothing'}.`)
}

/** An address with several meanings fails with an error for each, and no word of its own. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/** The client would wait for an answer for as long as the system keeps the line: a quarter of an hour. */
function watchOver(client: Redis): NodeJS.Timeout {
  let isAsking = false
  const ask = async () => {
    if (isAsking || !client.isReady) return
    isAsking = true
    const answer = client.ping().then(
      () => true,
      () => true,
    )
    const isAlive = await Promise.race([answer, pause(patience, false)])
    isAsking = false
    if (isAlive) return
    client.destroy()
    client.connect().catch(() => undefined)
  }
  return setInterval(() => void ask(), 2_000).unref()
}

/** The adapter reads over lines of its own, which wait. It never looks at what became of a `publish`: its failure would end the process. */
function speaking(client: Redis, url: string): Redis {
  const publish = client.publish.bind(client)
  return Object.assign(client, {
    duplicate: () => dial(url, { isKept: true }),
    publish: (channel: string, message: Buffer) => publish(channel, message).catch(() => 0),
  })
}

/** Where the others cannot be asked, or do not answer, there are only the sockets of this process. */
function undaunted(across: ReturnType<typeof createAdapter>): RedisParts['adapter'] {
  // It is called with `new`.
  return function adapterOf(namespace) {
    const adapter = across(namespace)
    const serverCount = adapter.serverCount.bind(adapter)
    const fetchSockets = adapter.fetchSockets.bind(adapter)
    type Options = Parameters<typeof fetchSockets>[0]
    const within = (options: Options, flags: Options['flags']): Options => ({
      ...options,
      flags: { timeout: othersPatience, ...options.flags, ...flags },
    })
    return Object.assign(adapter, {
      serverCount: () => serverCount().catch(() => 1),
      fetchSockets: (options: Options) =>
        fetchSockets(within(options, {})).catch(() => fetchSockets(within(options, { local: true }))),
    })
  }
}
