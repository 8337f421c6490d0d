import type { Parts } from '#platform/parts'
import { listDeadLetters, reviveInboxEntry } from './dead-letters.ts'

/** For whoever runs the installation: what was given up, and a way to run it again (R26). */
export function registerOperations({ routes, units, jobs }: Parts): void {
  routes.handle('listDeadLetters', () => listDeadLetters(units.operator))
  routes.handle('retryDeadLetter', async ({ params }) => {
    if (params.kind === 'inbox') return { retried: await reviveInboxEntry(units.operator, params.id) }
    const [name = '', id = ''] = params.id.split(':')
    return { retried: await jobs.retry(name, id) }
  })
}
