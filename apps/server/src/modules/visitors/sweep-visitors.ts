import type { Deps } from '#platform/deps'
import { removeOld } from '#platform/work/retention'
import { removeSilentVisitors } from './visitors.repository.ts'

export const sweepVisitors = (deps: Pick<Deps, 'units' | 'log' | 'retention'>): Promise<void> =>
  removeOld(deps, 'visitors', (operator, most) => removeSilentVisitors(operator, deps.retention.visitors, most))
