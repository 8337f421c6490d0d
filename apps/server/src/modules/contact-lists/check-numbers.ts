import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import type { NumberCheck } from '#modules/contacts'
import {
  companiesToCheck,
  forgetOldChecks,
  nextUnchecked,
  settleKnown,
  storeCheck,
} from './tables/checks.repository.ts'

type Wiring = Pick<Deps, 'units' | 'log'>

/** In one minute, of one company. WhatsApp blocks phones that ask for many numbers at once. */
const perMinute = 2
/** Companies that are served at the same time. */
const atOnce = 20
/** People of whose number the answer is known already, in one unit of work. */
const mostKnown = 2000

export function defineChecks(deps: Pick<Deps, 'jobs' | 'units' | 'log'>, numbers: Pick<NumberCheck, 'slowly'>): void {
  deps.jobs.defineTimer('contact-lists.check-numbers', '* * * * *', () => checkNumbers(deps, numbers))
  deps.jobs.defineTimer('contact-lists.old-checks', '13 4 * * *', () => forgetOldChecks(deps.units.operator))
}

/**
 * Asks the network for the next numbers of each company. The timer sets the pace, so a kill loses nothing: what was
 * not stored is asked again.
 */
export async function checkNumbers(deps: Wiring, numbers: Pick<NumberCheck, 'slowly'>): Promise<void> {
  const companies = await companiesToCheck(deps.units.operator)
  for (let from = 0; from < companies.length; from += atOnce)
    await Promise.all(companies.slice(from, from + atOnce).map((companyId) => checkSome(deps, numbers, companyId)))
}

async function checkSome({ units, log }: Wiring, numbers: Pick<NumberCheck, 'slowly'>, companyId: number) {
  const actor = { kind: 'system', companyId } as const
  try {
    await units.run(actor, (ctx) => settleKnown(ctx, mostKnown))
    for (let count = 0; count < perMinute; count += 1) {
      const number = await units.read(actor, nextUnchecked)
      if (number === undefined) return
      const address = await numbers.slowly(companyId, number)
      if (address === undefined) return
      await units.run(actor, (ctx) => rememberCheck(ctx, number, address))
    }
  } catch (err) {
    log.error(
      { event: 'contact-lists.checks-failed', err, companyId },
      'could not check numbers of lists; they are checked in the next minute',
    )
  }
}

/** Keeps what the network has said of a number, for all lists; `address` is null if it does not know the number. */
export async function rememberCheck(ctx: Ctx, number: string, address: string | null): Promise<void> {
  for (const id of await storeCheck(ctx, number, address)) ctx.emit('contactListItem.saved', { contactListItemId: id })
}
