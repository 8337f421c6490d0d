import type { Parts } from '#platform/parts'
import { removeOld } from '#platform/work/retention'
import { removeOldSessions } from './sessions.repository.ts'

export const sweepSessions = (parts: Pick<Parts, 'units' | 'log' | 'retention'>): Promise<void> =>
  removeOld(parts, 'sessions', (operator, most) => removeOldSessions(operator, parts.retention.sessions, most))
