import type { Parts } from '#platform/parts'
import './queues.facts.ts'
import { queuesLive } from './queues.live.ts'
import { queuesRoutes } from './queues.routes.ts'

export { assertQueues } from './assert-queues.ts'

export function registerQueues(parts: Parts): void {
  queuesRoutes(parts)
  queuesLive(parts)
}
