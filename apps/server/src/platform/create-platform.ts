import { join } from 'node:path'
import { createPool, createKysely } from './database/connect.ts'
import { createUnits } from './database/unit-of-work.ts'
import { createDiskRoom } from './files/disk-room.ts'
import { createDiskStorage } from './files/storage.ts'
import { createClientAddresses } from './http/client-address.ts'
import { trackConnections } from './http/guards/open-connections.ts'
import { type Outside, createOutside } from './outside/outside.ts'
import { type Timeouts, createHttp } from './http/server.ts'
import { createUploads, sweepUploads } from './http/uploads.ts'
import { createLive } from './live/live.ts'
import { createPublisher } from './live/publisher.ts'
import { createOrigins } from './origins.ts'
import type { Keys, Deps } from './deps.ts'
import type { Config } from './process/config.ts'
import type { Log } from './process/log.ts'
import type { Redis } from './process/redis.ts'
import type { Runnable } from './process/runnable.ts'
import { createSpareTime } from './process/spare-time.ts'
import { createFollowers } from './work/followers.ts'
import { createJobQueue } from './work/jobs.ts'
import { createWakes } from './work/wakes.ts'

export interface DatabaseUrls {
  admin: string
  app: string
  operator: string
}

export type PlatformConfig = Pick<
  Config,
  'dataFolder' | 'host' | 'origins' | 'outside' | 'publicUrl' | 'redisUrl' | 'retention' | 'roles' | 'trustProxy'
>

interface Options {
  config: PlatformConfig
  databases: DatabaseUrls
  keys: Keys
  log: Log
  timeouts?: Timeouts
  /** For tests. */
  outside?: Outside
}

export interface Platform {
  /** The routes are added once sessions can identify callers. */
  deps: Omit<Deps, 'routes'>
  redis: Redis | undefined
  /** Started first and stopped last. */
  base: Runnable[]
  /** The HTTP server and the sockets; stopped first. */
  doors: Runnable
}

export async function createPlatform({
  config,
  databases,
  keys,
  log,
  timeouts,
  outside = createOutside(config.outside),
}: Options): Promise<Platform> {
  const { dataFolder, publicUrl, retention } = config
  const onError = (err: Error) => log.warn({ event: 'database.connection-failed', err }, 'a database connection failed')
  // More connections would only wait for each other inside of the database.
  const appPool = createPool(databases.app, { max: 12, onError })
  const operatorPool = createPool(databases.operator, { max: 5, onError })
  const redis = config.redisUrl === undefined ? undefined : await withRedis(config.redisUrl, log)

  const jobs = createJobQueue({
    adminUrl: databases.admin,
    operatorUrl: databases.operator,
    keepsDead: retention.dead,
    log,
  })
  const origins = createOrigins({ publicUrl, host: config.host, others: config.origins })
  const http = await createHttp({
    log,
    trustProxy: config.trustProxy,
    publicUrl,
    origins,
    ...(timeouts && { timeouts }),
  })
  http.server.on('listening', () => {
    const address = http.server.address()
    if (typeof address === 'object' && address) origins.listensOn(address.port)
  })
  const connections = trackConnections(http.server)
  const live = createLive(http.server, {
    origins: (origin) => origin === undefined || origins.isTrusted(origin),
    addresses: createClientAddresses(config.trustProxy),
    ...(redis && { adapter: redis.adapter, isCutOff: () => !redis.client.isReady }),
  })
  const publisher = createPublisher({ emit: live.emit, emitHere: live.emitHere, others: live.others, log })
  const wakes = createWakes()
  const spareTime = createSpareTime()
  const followers = createFollowers(jobs)
  const units = createUnits({
    app: appPool,
    operator: createKysely(operatorPool),
    jobs,
    beforeCommit: followers.beforeCommit,
    publish: publisher.publish,
    wake: wakes.call,
    notePerson: spareTime.notePerson,
  })
  const uploadFolder = join(dataFolder, 'uploads')
  const mediaFolder = join(dataFolder, 'media')
  const diskRoom = createDiskRoom([dataFolder, uploadFolder, mediaFolder])
  const uploads = createUploads(uploadFolder, diskRoom)
  const storage = createDiskStorage(mediaFolder)

  return {
    deps: {
      log,
      publicUrl,
      origins,
      outside,
      keys,
      units,
      spareTime,
      uploads,
      storage,
      diskRoom,
      publisher,
      followers,
      live,
      jobs,
      wakes,
      retention,
      http,
    },
    redis: redis?.client,
    base: [
      { name: 'connections to the database', stop: closePools },
      { name: 'Redis', stop: async () => redis?.close() },
      { name: 'events', stop: publisher.idle },
      { name: 'files', start: sweepFiles },
      { name: 'jobs', start: () => jobs.start({ work: config.roles.has('worker') }), stop: jobs.stop },
    ],
    doors: { name: 'calls and sockets', stop: closeDoors },
  }

  async function sweepFiles() {
    await sweepUploads(uploadFolder)
    await storage.sweep()
  }

  /**
   * Closes both at the same time: kept-alive connections of one would delay the other. Calls in progress have three
   * seconds.
   */
  async function closeDoors() {
    const cut = setTimeout(() => connections.destroy(), 3000)
    await Promise.all([live.close(), http.close()])
    clearTimeout(cut)
  }

  async function closePools() {
    await Promise.all([appPool.end(), operatorPool.end()])
  }
}

/** Loaded only if Redis is configured, because loading its library takes longer than the rest of the server. */
async function withRedis(url: string, log: Log) {
  const { connectRedis } = await import('./process/redis.ts')
  return connectRedis(url, log)
}
