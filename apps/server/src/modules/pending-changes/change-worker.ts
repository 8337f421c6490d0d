import type { ErrorCode } from '@guiche/contract'
import type { Channels } from '#channels/registry'
import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import { AppError } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { findPerson } from '#modules/sessions'
import { doChange, giveUpChange } from './do-change.ts'
import { type Taken, companiesWithDue, takeDue } from './pending-changes.repository.ts'

/** With the pauses of `takeDue` they take about five minutes. */
const maxTries = 10

/** Does the changes that can no longer be undone. Each is taken first and then done, in a unit of work of its own. */
export function createChangeWorker({ units, log }: Pick<Deps, 'units' | 'log'>, channels: Channels): CompanyWorker {
  return createCompanyWorker(
    { name: 'pending changes', role: 'worker', drain, look: () => companiesWithDue(units.operator) },
    log,
  )

  async function drain(companyId: number, goesOn: () => boolean) {
    while (goesOn()) {
      const taken = await units.run({ kind: 'system', companyId }, takeDue)
      if (!taken) return
      await finish(companyId, taken)
    }
  }

  async function finish(companyId: number, taken: Taken) {
    const giveUp = (reason: ErrorCode) =>
      units.run({ kind: 'system', companyId }, (ctx) => giveUpChange(ctx, taken.id, reason))
    try {
      const person = await findPerson(units, { companyId, userId: taken.user_id })
      if (!person) {
        await giveUp('ERR_NO_PERMISSION')
        return
      }
      await units.run(person, (ctx) => doChange(ctx, channels, taken.id))
    } catch (err) {
      const refusal = err instanceof AppError && err.status < 500 ? err.code : undefined
      if (refusal === undefined && taken.tries < maxTries) {
        log.warn(
          { event: 'pending-changes.try-failed', err, companyId, pendingChangeId: taken.id, tries: taken.tries },
          'could not do what a user has asked for; it will be tried again',
        )
        return
      }
      if (refusal === undefined)
        log.error(
          { event: 'pending-changes.given-up', err, companyId, pendingChangeId: taken.id },
          'what a user has asked for was not done after all tries',
        )
      await giveUp(refusal ?? 'ERR_INTERNAL')
    }
  }
}
