import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { ErrorReply, createClient } from 'redis'
import type { Namespace, Server } from 'socket.io'
import { StartError } from './data-folder.ts'
import type { Log } from './log.ts'
import { sayMeanwhile } from './say.ts'

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
/** How long an answer may take before the line counts as dead. */
const patience = 4_000
/** What is asked of all processes is answered without those that do not answer within this. */
const othersPatience = 1_000
const jitter = () => Math.floor(Math.random() * 200)

/**
 * Events, presence and limits across nodes. Without REDIS_URL they stay in this process. It may be away, from the start
 * or later (R23): then each process serves its own, nobody logs in, and what was not told is looked for in the database.
 */
export async function connectRedis(url: string, log: Log): Promise<RedisParts> {
  // What cannot be told now is not kept for later: the sockets of this process would wait for it.
  const client = dial(url, { isKept: false })
  let isAway = false
  let isStarting = true
  client.on('error', (err: Error) => {
    if (!isAway && !isStarting) log.warn({ err }, 'redis is away')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('redis is back')
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

/** Comes back when it is there, or when it is clear that it is not there yet. */
async function reach(client: Redis, url: string): Promise<void> {
  const connected = client.connect().then(() => undefined)
  // It fails when the process ends before.
  connected.catch(() => undefined)
  const [trouble]: unknown[] = (await Promise.race([connected, once(client, 'error')])) ?? []
  if (trouble === undefined) return
  const { host } = new URL(url)
  if (trouble instanceof ErrorReply) {
    client.destroy()
    throw new StartError(`REDIS_URL: the Redis at ${host} refuses: ${trouble.message}.`)
  }
  sayMeanwhile(`REDIS_URL: no Redis answers at ${host} yet; until it does, nobody can log in.`)
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
