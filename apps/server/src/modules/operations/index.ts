import { audit } from '#platform/audit'
import type { Deps } from '#platform/deps'
import { listDeadLetters, reviveInboxEntry } from './dead-letters.ts'
import { sweepAudit, sweepJobs } from './sweep-operations.ts'
import { watchQueues } from './watch-queues.ts'

/** Lets the operator list what was given up and run it again (R26), and see in the metrics what waits. */
export function registerOperations(deps: Deps): void {
  const { routes, units, jobs } = deps
  routes.handle('listDeadLetters', () => listDeadLetters(units.operator))
  routes.handle('retryDeadLetter', async ({ params, run }) => {
    await run((ctx) => audit(ctx, { action: 'deadLetter.retried', object: 'deadLetter', objectId: params.id }))
    if (params.kind === 'inbox') return { retried: await reviveInboxEntry(units.operator, params.id) }
    const [name = '', id = ''] = params.id.split(':')
    return { retried: await jobs.retry(name, id) }
  })
  watchQueues(deps)
  jobs.defineTimer('audit.sweep', '53 3 * * *', () => sweepAudit(deps))
  jobs.defineTimer('jobs.sweep', '57 3 * * *', () => sweepJobs(deps))
}
