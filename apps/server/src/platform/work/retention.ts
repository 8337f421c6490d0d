import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'

/** For how many days rows are kept that nobody needs any more (docs/operations/retention.md). */
export interface Retention {
  /** Visitors of a web chat who have not written. */
  readonly visitors: number
  readonly audit: number
  /** Inbound events and jobs that were given up. */
  readonly dead: number
  /** Sessions of users, after their end. */
  readonly sessions: number
}

const batch = 1000

/**
 * Removes rows in batches, each in a transaction of its own, and logs how many they were. `remove` removes at most so many
 * and answers how many it has removed.
 */
export async function removeOld(
  { units, log }: Pick<Deps, 'units'> & { log: Pick<Deps['log'], 'info'> },
  what: string,
  remove: (operator: Db, most: number) => Promise<number>,
): Promise<void> {
  let count = 0
  let removed: number
  do {
    removed = await remove(units.operator, batch)
    count += removed
  } while (removed >= batch)
  log.info({ event: 'retention.removed', what, count }, 'removed old rows')
}
