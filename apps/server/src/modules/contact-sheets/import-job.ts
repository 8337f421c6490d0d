import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#platform/deps'
import { importNextRows } from './import-rows.ts'
import { removeOldSheets } from './sheets.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Imports the waiting rows of a sheet. */
    'contacts.import': { companyId: number; sheetId: number }
  }
}

/** In ms, so that current work finds the database free. */
const pauseBetweenBatches = 20

export function defineImport({ jobs, units }: Pick<Deps, 'jobs' | 'units'>): void {
  jobs.define(
    'contacts.import',
    { retryLimit: 10, retryDelay: 2, retryDelayMax: 300, expireInSeconds: 3600 },
    async ({ companyId, sheetId }) => {
      const actor = { kind: 'system', companyId } as const
      while (!(await importNextRows({ units }, actor, sheetId)).isDone) await pause(pauseBetweenBatches)
    },
  )
  jobs.defineTimer('contacts.old-sheets', '23 4 * * *', () => removeOldSheets(units.operator))
}
