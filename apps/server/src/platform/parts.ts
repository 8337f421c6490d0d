import type { FastifyInstance } from 'fastify'
import type { Units } from './database/unit-of-work.ts'
import type { Followers } from './followers.ts'
import type { Routes } from './http/routes.ts'
import type { Uploads } from './http/uploads.ts'
import type { JobQueue } from './jobs.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'
import type { Origins } from './origins.ts'
import type { Publisher } from './publisher.ts'
import type { KeyPurpose } from './secret.ts'
import type { Retention } from './retention.ts'
import type { Storage } from './storage.ts'
import type { Wakes } from './wakes.ts'

export type Keys = Readonly<Record<KeyPurpose, Buffer>>

/** What the product is built on: handed to each module once, when the application is put together. */
export interface Parts {
  log: Log
  publicUrl: URL
  origins: Origins
  keys: Keys
  units: Units
  routes: Routes
  uploads: Uploads
  storage: Storage
  publisher: Publisher
  followers: Followers
  live: Live
  jobs: JobQueue
  wakes: Wakes
  retention: Retention
  /** For the few answers that are no calls of the contract: files, pages. */
  http: FastifyInstance
}
