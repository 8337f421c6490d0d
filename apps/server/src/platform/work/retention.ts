import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'

/** In days. How long data is kept that nobody needs any more (docs/operations/retention.md). */
export interface Retention {
  /** Visitors of a web chat who never wrote. */
  readonly visitors: number
  readonly audit: number
  /** Inbox entries and jobs that were given up. */
  readonly dead: number
  /** Sessions of users, counted from their end. */
  readonly sessions: number
}

const batch = 1000

/**
 * Removes rows in batches, each in its own transaction, and logs how many. `remove` removes at most `most` rows and
 * returns how many it removed.
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
