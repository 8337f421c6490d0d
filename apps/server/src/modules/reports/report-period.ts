import { badRequest } from '#platform/errors'
import type { Wanted } from './report.repository.ts'

/** Throws ERR_PERIOD_ORDER for a period that ends before it begins. */
export function assertPeriod({ dateFrom, dateTo }: Pick<Wanted, 'dateFrom' | 'dateTo'>): void {
  if (dateFrom && dateTo && dateTo < dateFrom) throw badRequest('ERR_PERIOD_ORDER')
}
