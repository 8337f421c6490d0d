import type { Db } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import type { JobQueue } from '#platform/work/jobs'
import { emitForInstallation, platformCompany } from '#modules/companies'
import { comingTurns, findAnnouncement } from './announcements.repository.ts'

const rules = { retryLimit: 5, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 60 }

/** An announcement begins and ends to be shown at its times; then the companies are told. */
export function defineTurns({ jobs, units }: Deps): void {
  jobs.define('announcement.turn', rules, async ({ announcementId }) => {
    const row = await findAnnouncement(units.operator, announcementId)
    if (!row?.is_active) return
    await emitForInstallation(units, 'announcement.changed', { announcementId, heardBy: row.plan_ids })
  })
}

/**
 * In the transaction that has set the times. Jobs of earlier times stay: whenever one runs, companies are told how it is
 * then.
 */
export async function enqueueTurns(jobs: Pick<JobQueue, 'enqueue'>, db: Db, announcementId: number): Promise<void> {
  for (const seconds of await comingTurns(db, announcementId))
    await jobs.enqueue(
      db,
      'announcement.turn',
      { companyId: platformCompany, announcementId },
      // The moment itself has passed then.
      { startAfter: seconds + 1 },
    )
}
