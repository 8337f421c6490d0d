import type { Parts } from '#platform/parts'
import { removeOld } from '#platform/work/retention'
import { removeDeadEvents } from './inbox.repository.ts'

export const sweepInbox = (parts: Pick<Parts, 'units' | 'log' | 'retention'>): Promise<void> =>
  removeOld(parts, 'dead inbound events', (operator, most) => removeDeadEvents(operator, parts.retention.dead, most))
