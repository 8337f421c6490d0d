import type { WhatsAppWebChannel } from '#channels/whatsapp-web'
import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { createImportWorker } from './import-worker.ts'
import './imports.facts.ts'
import { importsLive } from './imports.live.ts'
import { importsRoutes } from './imports.routes.ts'

export { askImport } from './ask-import.ts'
export { forgetImport } from './imports.repository.ts'
export { keepHistory } from './keep-history.ts'

export function registerImports(deps: Deps, channel: Pick<WhatsAppWebChannel, 'readHistory'>): CompanyWorker {
  const worker = createImportWorker(deps, channel)
  importsRoutes(deps, worker.wake)
  importsLive(deps, worker.wake)
  return worker
}
