import type { Deps } from '#platform/deps'
import { sql } from '#platform/database/sql'
import { removeJobs } from '#platform/work/remove-jobs'
import { removeOld } from '#platform/work/retention'

type SweepDeps = Pick<Deps, 'units' | 'log' | 'retention'>

/** In days. Without this, jobs that are done would be kept as long as dead ones. */
const keepsDone = 7

/** Not even the operator's login can delete from the audit log; a function of the owner deletes old entries only. */
export const sweepAudit = (deps: SweepDeps): Promise<void> =>
  removeOld(deps, 'audit', async (operator, most) => {
    const { rows } = await sql<{ removed: number }>`
      select remove_old_audit(${deps.retention.audit}, ${most}) as removed`.execute(operator)
    return rows[0]?.removed ?? 0
  })

export async function sweepJobs(deps: SweepDeps): Promise<void> {
  await removeOld(deps, 'dead jobs', (operator, most) => removeJobs(operator, ['failed'], deps.retention.dead, most))
  await removeOld(deps, 'jobs that were done', (operator, most) =>
    removeJobs(operator, ['completed', 'cancelled'], keepsDone, most),
  )
}
