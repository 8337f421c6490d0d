import type { Deps } from '#platform/deps'
import { contactSheetsRoutes } from './contact-sheets.routes.ts'
import { defineImport } from './import-job.ts'

export { hasTitles, headOf } from './sheet-head.ts'

export function registerContactSheets(deps: Deps): void {
  contactSheetsRoutes(deps)
  defineImport(deps)
}
