import { limits } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import { SentFile } from '#platform/http/sent-file'
import { findCompany, withinCompany } from '#modules/companies'
import { presentEntry } from './audit-log.presenter.ts'
import { listAudit } from './audit-log.repository.ts'
import { exportAudit } from './export-audit.ts'

export function auditLogRoutes(deps: Deps): void {
  const { routes, units } = deps

  routes.handle('listAudit', ({ actor, query: { companyId, before, ...filter }, read }) =>
    withinCompany(units, { actor, companyId, own: read, action: 'listAudit' }, async (ctx) => {
      const { isSuper: isOperator } = actor
      // One more than is shown says whether there are others.
      const page = { before, most: limits.auditPerPage + 1, findsOperatorsByAddress: isOperator }
      const rows = await listAudit(ctx, filter, page)
      const company = await findCompany(ctx)
      return {
        entries: rows.slice(0, limits.auditPerPage).map((row) => presentEntry(row, { isOperator })),
        hasMore: rows.length > limits.auditPerPage,
        timezone: company?.timezone ?? 'UTC',
      }
    }),
  )

  routes.handle(
    'exportAudit',
    async ({ actor, query, run }) => new SentFile('audit.ndjson', await exportAudit(units, { actor, run }, query)),
  )
}
