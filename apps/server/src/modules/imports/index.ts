import type { WhatsAppWebChannel } from '#channels/whatsapp-web'
import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { askImport } from './ask-import.ts'
import { createImportWorker } from './import-worker.ts'
import './imports.facts.ts'
import { importsLive } from './imports.live.ts'
import { forgetImport } from './imports.repository.ts'
import { importsRoutes } from './imports.routes.ts'

export { keepHistory } from './keep-history.ts'

export function registerImports(deps: Deps, channel: Pick<WhatsAppWebChannel, 'readHistory'>): CompanyWorker {
  const worker = createImportWorker(deps, channel)
  importsRoutes(deps, worker.wake)
  importsLive(deps, worker.wake)
  deps.followers.within('connection.importSet', (ctx, { connectionId, set }) => askImport(ctx, connectionId, set))
  deps.followers.within('connection.deleted', (ctx, { connectionId }) => forgetImport(ctx, connectionId))
  return worker
}
