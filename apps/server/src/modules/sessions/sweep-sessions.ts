import type { Deps } from '#platform/deps'
import { removeOld } from '#platform/work/retention'
import { removeOldSessions } from './sessions.repository.ts'

export const sweepSessions = (deps: Pick<Deps, 'units' | 'log' | 'retention'>): Promise<void> =>
  removeOld(deps, 'sessions', (operator, most) => removeOldSessions(operator, deps.retention.sessions, most))
