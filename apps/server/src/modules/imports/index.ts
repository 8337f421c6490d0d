import type { Channels } from '#channels/registry'
import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { askImport } from './ask-import.ts'
import { createImportWorker } from './import-worker.ts'
import { fetchFiles } from './fetch-files.ts'
import './imports.facts.ts'
import { importsLive } from './imports.live.ts'
import { forgetImport } from './imports.repository.ts'
import { importsRoutes } from './imports.routes.ts'

export { keepHistory } from './keep-history.ts'
export { awaitHistory, giveUpHistory, keepSharedHistory } from './shared-history.ts'

export function registerImports(deps: Deps, channels: Pick<Channels, 'find'>): CompanyWorker {
  const worker = createImportWorker(deps, channels)
  importsRoutes(deps, worker.wake)
  importsLive(deps, worker.wake)
  deps.jobs.defineTimer('imports.files', '* * * * *', () => fetchFiles(deps))
  deps.followers.within('connection.importSet', (ctx, { connectionId, set }) => askImport(ctx, connectionId, set))
  deps.followers.within('connection.deleted', (ctx, { connectionId }) => forgetImport(ctx, connectionId))
  return worker
}
