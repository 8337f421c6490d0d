import type { Clock } from '@guiche/pix-testserver/clock'
import type { Problems } from '@guiche/pix-testserver/problems'
import type { Tokens } from './access/tokens.ts'
import type { Directory } from './directory.ts'
import type { Buckets } from './limits/buckets.ts'
import type { Limits } from './limits/limits.ts'
import type { Settings } from './settings.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** What all parts of the server share. */
export interface World {
  clock: Clock
  settings: Settings
  limits: Limits
  buckets: Buckets
  problems: Problems
  webhooks: Webhooks
  directory: Directory
  tokens: Tokens
  /** How many of the next messages get their statuses before they are answered. */
  statusesFirst: number
  /** Where this server can be reached. */
  baseUrl: () => string
}
