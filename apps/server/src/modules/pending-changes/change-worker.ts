import type { Channels } from '#channels/registry'
import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { createDueWorker } from '#platform/work/due-work'
import { findPerson } from '#modules/sessions'
import { doChange, giveUpChange } from './do-change.ts'
import { companiesWithDue, takeDue } from './pending-changes.repository.ts'

/** With the pauses of `takeDue` they take about five minutes. */
const maxTries = 10

/** Does the changes that can no longer be undone. */
export function createChangeWorker(deps: Pick<Deps, 'units' | 'log'>, channels: Channels): CompanyWorker {
  const { units } = deps
  return createDueWorker(deps, {
    name: 'pending changes',
    companiesWithDue,
    takeDue,
    maxTries,
    perform: async (companyId, { id, user_id: userId }) => {
      const person = await findPerson(units, { companyId, userId })
      if (!person) throw new AppError('ERR_NO_PERMISSION', 403)
      await units.run(person, (ctx) => doChange(ctx, channels, id))
    },
    giveUp: (companyId, { id }, reason = 'ERR_INTERNAL') =>
      units.run({ kind: 'system', companyId }, (ctx) => giveUpChange(ctx, id, reason)),
  })
}
