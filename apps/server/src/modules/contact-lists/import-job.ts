import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { importSheet } from './import-sheet.ts'
import { removeImport } from './remove-import.ts'
import { findOldImports } from './tables/imports.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Adds the people of a sheet to its list. */
    'contact-lists.import': { companyId: number; importId: number }
  }
}

export function defineListImport(deps: Pick<Deps, 'jobs' | 'units' | 'storage'>): void {
  const { jobs, units, storage } = deps
  jobs.define(
    'contact-lists.import',
    { retryLimit: 10, retryDelay: 2, retryDelayMax: 300, expireInSeconds: 3600 },
    async ({ companyId, importId }) => {
      try {
        await importSheet(deps, { kind: 'system', companyId }, importId)
      } catch (error) {
        // The import keeps why its sheet was refused, and another try would end in the same way.
        if (!(error instanceof AppError) || error.status >= 500) throw error
      }
    },
  )
  jobs.defineTimer('contact-lists.old-imports', '31 4 * * *', async () => {
    for (const { company_id: companyId, id } of await findOldImports(units.operator)) {
      const key = await units.run({ kind: 'system', companyId }, (ctx) => removeImport(ctx, id))
      if (key !== undefined) await storage.remove(companyId, key)
    }
  })
}
