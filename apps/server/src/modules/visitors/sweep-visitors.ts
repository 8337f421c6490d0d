import type { Parts } from '#platform/parts'
import { removeOld } from '#platform/work/retention'
import { removeSilentVisitors } from './visitors.repository.ts'

export const sweepVisitors = (parts: Pick<Parts, 'units' | 'log' | 'retention'>): Promise<void> =>
  removeOld(parts, 'visitors', (operator, most) => removeSilentVisitors(operator, parts.retention.visitors, most))
