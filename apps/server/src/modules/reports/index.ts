import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import { defineExport } from './export-job.ts'
import { exportRoutes } from './exports.routes.ts'
import { reportRoutes } from './reports.routes.ts'

/** What was served, attendance by attendance, as a page and as files. */
export function registerReports(deps: Deps): void {
  reportRoutes(deps)
  exportRoutes(deps, mediaLinks(deps))
  defineExport(deps)
}
