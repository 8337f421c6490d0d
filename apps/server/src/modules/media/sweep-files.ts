import type { Deps } from '#platform/deps'
import { forgetUnusedFiles, knownKeys } from './media.repository.ts'

const day = 86_400_000

/**
 * A file waits minutes for its row. One older than a week was not left behind by a failed unit of work, so it is left
 * alone.
 */
const abandoned = { from: day, to: 7 * day }

/**
 * Removes files that nothing refers to any more: those of deleted messages, and those whose row was never committed
 * because the database or the process failed.
 */
export async function sweepFiles({ storage, units, log }: Pick<Deps, 'storage' | 'units' | 'log'>): Promise<void> {
  let count = 0
  for (let isDone = false; !isDone;) {
    // Files are removed before the commit that removes their rows: after a crash in between, the rows are found again.
    const forgotten = await units.operator.transaction().execute(async (db) => {
      const files = await forgetUnusedFiles(db)
      for (const { company_id, keys } of files) for (const key of keys) await storage.remove(company_id, key)
      return files.length
    })
    count += forgotten
    isDone = forgotten === 0
  }
  for await (const { companyId, keys } of storage.kept(abandoned)) {
    const known = await knownKeys(units.operator, companyId, keys)
    for (const key of keys) {
      if (known.has(key)) continue
      await storage.remove(companyId, key)
      count += 1
    }
  }
  if (count > 0) log.info({ event: 'media.files-removed', count }, 'removed files that nothing refers to any more')
}
