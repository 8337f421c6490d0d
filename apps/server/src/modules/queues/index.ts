import type { Deps } from '#platform/deps'
import './queues.facts.ts'
import { queuesLive } from './queues.live.ts'
import { queuesRoutes } from './queues.routes.ts'

export { assertQueues } from './assert-queues.ts'

export function registerQueues(deps: Deps): void {
  queuesRoutes(deps)
  queuesLive(deps)
}
