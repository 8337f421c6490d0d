import type { Db } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { markUnblocked } from '#modules/companies'
import { companiesInReach } from './notices.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Tells the windows of a company in which state its subscription is. */
    'subscription.show': { companyId: number }
  }
}

/** The operator has changed the days of grace, which blocks some companies and brings others back. */
export async function followGrace(
  { units, jobs }: Pick<Deps, 'units' | 'jobs'>,
  grace: { before: number; after: number },
): Promise<void> {
  if (grace.before === grace.after) return
  await units.operator.transaction().execute(async (db: Db) => {
    await markUnblocked(db, grace)
    const ids = await companiesInReach(db, Math.max(grace.before, grace.after))
    await jobs.enqueueAll(
      db,
      'subscription.show',
      ids.map((companyId) => ({ companyId })),
    )
  })
  jobs.wake('subscription.show')
}
