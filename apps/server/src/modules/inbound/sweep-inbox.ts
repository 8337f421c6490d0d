import type { Deps } from '#platform/deps'
import { removeOld } from '#platform/work/retention'
import { removeDeadEvents } from './tables/inbox.repository.ts'

export const sweepInbox = (deps: Pick<Deps, 'units' | 'log' | 'retention'>): Promise<void> =>
  removeOld(deps, 'dead inbound events', (operator, most) => removeDeadEvents(operator, deps.retention.dead, most))
