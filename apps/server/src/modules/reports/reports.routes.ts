import type { Deps } from '#platform/deps'
import { audit } from '#platform/audit'
import { SentJson } from '#platform/http/sent-file'
import { findCompany } from '#modules/companies'
import { auditedFilter } from './audited-filter.ts'
import { daysOfReport } from './count-report-days.ts'
import { presentRowsFor } from './report.presenter.ts'
import { assertPeriod } from './report-period.ts'
import { countRows, readPage } from './report.repository.ts'
import { streamReport } from './stream-report.ts'

/** Larger pages are sent while they are read. */
const largestPage = 200

export function reportRoutes({ routes, units }: Pick<Deps, 'routes' | 'units'>): void {
  routes.handle('ticketReport', async ({ actor, query, read, run }) => {
    const { page, pageSize, initialDate, finalDate, ...given } = query
    const filter = { ...given, dateFrom: given.dateFrom || initialDate, dateTo: given.dateTo || finalDate }
    assertPeriod(filter)
    const offset = (page - 1) * pageSize
    const isLarge = pageSize > largestPage
    const { rows, counted, timezone } = await read(async (ctx) => {
      const days = await daysOfReport(ctx, filter)
      const [found, counts, company] = await Promise.all([
        isLarge ? [] : readPage(ctx, filter, { offset, most: pageSize, days }),
        countRows(ctx, filter, days),
        findCompany(ctx),
      ])
      return { rows: found, counted: counts, timezone: company?.timezone ?? 'UTC' }
    })
    const present = presentRowsFor({ masked: actor.numbersMasked, timezone })
    if (isLarge) {
      await run((ctx) => audit(ctx, { action: 'report.exported', object: 'report', detail: auditedFilter(filter) }))
      return new SentJson(streamReport(units, actor, { filter, page, pageSize, counted, present }))
    }
    return {
      tickets: rows.map(present),
      totalTickets: { total: String(counted.seen) },
      hidden: counted.all - counted.seen,
    }
  })
}
