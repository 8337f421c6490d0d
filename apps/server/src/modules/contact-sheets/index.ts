import type { Deps } from '#platform/deps'
import './contact-sheets.facts.ts'
import { contactSheetsLive } from './contact-sheets.live.ts'
import { contactSheetsRoutes } from './contact-sheets.routes.ts'
import { defineImport } from './import-job.ts'

export function registerContactSheets(deps: Deps): void {
  contactSheetsRoutes(deps)
  contactSheetsLive(deps)
  defineImport(deps)
}
