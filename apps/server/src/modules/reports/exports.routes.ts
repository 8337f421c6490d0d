import { ReportFilter, type ReportExportView, limits } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Deps } from '#platform/deps'
import { AppError, notFound } from '#platform/errors'
import { isoTime } from '#platform/iso-time'
import { companyTexts } from '#modules/companies'
import { type MediaLinks, deleteFile } from '#modules/media'
import { auditedFilter } from './audited-filter.ts'
import {
  type ExportRecord,
  countUnfinished,
  findExport,
  insertExport,
  keptFor,
  listExports,
  removeExport,
} from './exports.repository.ts'
import { assertPeriod } from './report-period.ts'

export function exportRoutes({ routes }: Pick<Deps, 'routes'>, links: MediaLinks): void {
  routes.handle('listReportExports', ({ actor, read }) =>
    read(async (ctx) => {
      const rows = await listExports(ctx, limits.reportExportsShown)
      return rows.map((row) => presentExport(row, actor.companyId, links))
    }),
  )

  routes.handle('createReportExport', ({ actor, body, run }) =>
    run(async (ctx) => {
      const { rows, format, ...filter } = body
      assertPeriod(filter)
      if ((await countUnfinished(ctx)) >= limits.reportExportsAtOnce)
        throw new AppError('ERR_TOO_MANY_REQUESTS', 429, { retryAfter: 60 })
      const id = await insertExport(ctx, { rows, format, filter })
      const { names } = (await companyTexts(ctx)).reportSheet
      const detail = { ...auditedFilter(filter), name: `${names[rows]}.${format}` }
      await audit(ctx, { action: 'report.exported', object: 'report', objectId: id, detail })
      await ctx.enqueue('reports.export', { exportId: id })
      const row = await findExport(ctx, id)
      if (!row) throw new Error(`export ${id} is missing`)
      return presentExport(row, actor.companyId, links)
    }),
  )

  routes.handle('deleteReportExport', ({ params, run }) =>
    run(async (ctx) => {
      const removed = await removeExport(ctx, params.id)
      if (!removed) throw notFound('ERR_NOT_FOUND')
      if (removed.file_id !== null) await deleteFile(ctx, removed.file_id)
      return { message: 'Export deleted' }
    }),
  )
}

const msPerHour = 3_600_000

function presentExport(row: ExportRecord, companyId: number, links: MediaLinks): ReportExportView {
  const { storage_key: key, ended_at: endedAt } = row
  return {
    id: row.id,
    rows: row.row_kind,
    format: row.format,
    filter: ReportFilter.parse(row.filter),
    state: row.state,
    total: row.total,
    done: row.done,
    restarted: row.tries > 1,
    failure: row.failure,
    createdAt: isoTime(row.created_at),
    link: key === null ? null : links.download(companyId, key),
    bytes: row.bytes,
    expiresAt: endedAt && key !== null ? isoTime(new Date(endedAt.getTime() + keptFor * msPerHour)) : null,
  }
}
