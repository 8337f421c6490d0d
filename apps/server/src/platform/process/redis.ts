import { setTimeout as pause } from 'node:timers/promises'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { ErrorReply, createClient } from 'redis'
import type { Namespace, Server } from 'socket.io'
import { StartError } from '../files/data-folder.ts'
import type { Log } from './log.ts'
import { printIfSlow } from './print.ts'

const dial = (url: string, { queues }: { queues: boolean }) =>
  createClient({
    url,
    disableOfflineQueue: !queues,
    pingInterval: 3_000,
    // The client itself gives up only after this socketTimeout.
    socket: { socketTimeout, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2000) + jitter() },
  })
export type Redis = ReturnType<typeof dial>

export interface RedisConnection {
  client: Redis
  /** Sends events to the sockets of other processes. */
  adapter: Extract<Parameters<Server['adapter']>[0], (namespace: Namespace) => unknown>
  close(): Promise<void>
}

/** In ms. Must be longer than a blocking read. */
const socketTimeout = 15_000
/** In ms. How long a start waits for a Redis that starts too. */
const startTimeout = 5_000
/** In ms. After that long without an answer the connection counts as dead. */
const pingTimeout = 4_000
/** In ms. A request to all processes ignores those that take longer to answer. */
const othersTimeout = 1_000
const jitter = () => Math.floor(Math.random() * 200)

/**
 * Connects the processes of an installation: events, presence and limits. Without REDIS_URL these stay in this process.
 * Redis must be reachable at the start and may fail later (R23): then each process serves its own sockets, logins are
 * refused, and facts that were not published are found in the database.
 */
export async function connectRedis(url: string, log: Log): Promise<RedisConnection> {
  // Commands are not queued while Redis is unreachable: the sockets of this process would wait for it.
  const client = dial(url, { queues: false })
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
    adapter: withLocalFallback(createAdapter(forAdapter(client, url))),
    close: async () => {
      clearInterval(watch)
      if (client.isReady) await client.close()
      else client.destroy()
    },
  }
}

/** Without Redis the server would start, but nobody could log in. So the start fails with one sentence. */
async function reach(client: Redis, url: string): Promise<void> {
  const { host } = new URL(url)
  let last: unknown
  client.on('error', (error) => (last = error))
  const refused = new Promise<never>((_resolve, reject) =>
    client.on('error', (error) => error instanceof ErrorReply && reject(error)),
  )
  const connected = client.connect().then(() => true)
  // Rejects when the client is destroyed first; that is handled.
  connected.catch(() => undefined)
  try {
    if (
      await printIfSlow(
        `Waiting for the Redis at ${host} …`,
        Promise.race([connected, refused, pause(startTimeout, false)]),
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

/** A host name with several addresses fails with an AggregateError, which has no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/**
 * Pings regularly and drops a dead connection. The client itself would wait as long as the operating system: a quarter
 * of an hour.
 */
function watchOver(client: Redis): NodeJS.Timeout {
  let isAsking = false
  const ask = async () => {
    if (isAsking || !client.isReady) return
    isAsking = true
    const answer = client.ping().then(
      () => true,
      () => true,
    )
    const isAlive = await Promise.race([answer, pause(pingTimeout, false)])
    isAsking = false
    if (isAlive) return
    client.destroy()
    client.connect().catch(() => undefined)
  }
  return setInterval(() => void ask(), 2_000).unref()
}

/**
 * The adapter reads on connections of its own, which may queue. It ignores the promise of `publish`, so a rejection
 * would end the process.
 */
function forAdapter(client: Redis, url: string): Redis {
  const publish = client.publish.bind(client)
  return Object.assign(client, {
    duplicate: () => dial(url, { queues: true }),
    publish: (channel: string, message: Buffer) => publish(channel, message).catch(() => 0),
  })
}

/** Answers with the sockets of this process where the other processes cannot be asked or do not answer. */
function withLocalFallback(across: ReturnType<typeof createAdapter>): RedisConnection['adapter'] {
  // Socket.IO calls it with `new`.
  return function adapterOf(namespace) {
    const adapter = across(namespace)
    const serverCount = adapter.serverCount.bind(adapter)
    const fetchSockets = adapter.fetchSockets.bind(adapter)
    type Options = Parameters<typeof fetchSockets>[0]
    const within = (options: Options, flags: Options['flags']): Options => ({
      ...options,
      flags: { timeout: othersTimeout, ...options.flags, ...flags },
    })
    return Object.assign(adapter, {
      serverCount: () => serverCount().catch(() => 1),
      fetchSockets: (options: Options) =>
        fetchSockets(within(options, {})).catch(() => fetchSockets(within(options, { local: true }))),
    })
  }
}
