import type { FastifyInstance } from 'fastify'
import type { Units } from './database/unit-of-work.ts'
import type { DiskRoom } from './files/disk-room.ts'
import type { Followers } from './work/followers.ts'
import type { Routes } from './http/routes.ts'
import type { Uploads } from './http/uploads.ts'
import type { JobQueue } from './work/jobs.ts'
import type { Live } from './live/live.ts'
import type { Log } from './process/log.ts'
import type { Outside } from './outside/outside.ts'
import type { Origins } from './origins.ts'
import type { Publisher } from './live/publisher.ts'
import type { SpareTime } from './process/spare-time.ts'
import type { KeyPurpose } from './security/secret.ts'
import type { Retention } from './work/retention.ts'
import type { Storage } from './files/storage.ts'
import type { Wakes } from './work/wakes.ts'

export type Keys = Readonly<Record<KeyPurpose, Buffer>>

/** The services of the platform. app.ts creates them once and passes them to each module. */
export interface Deps {
  log: Log
  publicUrl: URL
  origins: Origins
  outside: Outside
  keys: Keys
  units: Units
  spareTime: SpareTime
  routes: Routes
  uploads: Uploads
  storage: Storage
  diskRoom: DiskRoom
  publisher: Publisher
  followers: Followers
  live: Live
  jobs: JobQueue
  wakes: Wakes
  retention: Retention
  /** For answers that are not calls of the contract: files, pages. */
  http: FastifyInstance
}
