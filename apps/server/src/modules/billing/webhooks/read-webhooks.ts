import type { Deps } from '#platform/deps'
import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import { platformCompany } from '#modules/companies'
import type { AnswersFirst } from './answers-first.ts'
import { type Named, endWebhooks, isWebhookWaiting, takeWebhooks } from './webhooks.repository.ts'

declare module '#platform/work/wakes' {
  interface Workers {
    /** Of the platform's company: webhooks name no other. */
    paymentWebhooks: true
  }
}

export interface Charge {
  id: number
  company_id: number
}

export interface Charges<C extends Charge> {
  /** Those that webhooks of a provider name, of whichever companies. */
  find(named: Named): Promise<C[]>
  /** Asks the provider about it, and does what follows. */
  settle(charge: C): Promise<void>
}

const batch = 20
/** How many charges the provider is asked about at the same time. */
const lanes = 2

/**
 * Asks the providers about the charges that webhooks name. What came together is read together, and a charge that is named
 * several times is asked about once. A process that is killed leaves its webhooks to be read again, which changes nothing
 * that was done already.
 */
export function createWebhookReader<C extends Charge>(
  { units, jobs, log }: Deps,
  { charges: { find, settle }, answers }: { charges: Charges<C>; answers: AnswersFirst },
): CompanyWorker {
  return createCompanyWorker({ name: 'payment webhooks', role: 'worker', drain, look }, log)

  async function look() {
    return (await isWebhookWaiting(units.operator)) ? [platformCompany] : []
  }

  async function drain(_platform: number, goesOn: () => boolean) {
    while (goesOn()) {
      const taken = await takeWebhooks(units.operator, batch)
      if (taken.length === 0) return
      const left = await settleAll(await chargesOf(taken), goesOn)
      await units.operator.transaction().execute(async (db) => {
        const payloads = left.map(({ company_id: companyId, id: chargeId }) => ({ companyId, chargeId }))
        await jobs.enqueueAll(db, 'billing.settle', payloads)
        await endWebhooks(
          db,
          taken.map(({ id }) => id),
        )
      })
      if (left.length > 0) jobs.wake('billing.settle')
    }
  }

  async function chargesOf(webhooks: readonly Named[]): Promise<C[]> {
    const charges = new Map<number, C>()
    for (const [provider, own] of Map.groupBy(webhooks, (webhook) => webhook.provider)) {
      const txids = own.flatMap((webhook) => webhook.txids)
      const providerIds = own.flatMap((webhook) => webhook.providerIds)
      for (const charge of await find({ provider, txids, providerIds })) charges.set(charge.id, charge)
    }
    return [...charges.values()]
  }

  /** Returns those that are left: after the first failure the others are not tried. Jobs try them again, patiently. */
  async function settleAll(charges: readonly C[], goesOn: () => boolean): Promise<C[]> {
    const waiting = [...charges]
    const failed: C[] = []
    const settleNext = async () => {
      while (failed.length === 0 && goesOn()) {
        await answers.idle()
        const charge = waiting.shift()
        if (!charge) return
        await settle(charge).catch((err: unknown) => {
          const { company_id: companyId, id: chargeId } = charge
          log.warn(
            { event: 'billing.charge-not-read', err, companyId, chargeId },
            'could not read a reported charge; a job will try it again',
          )
          failed.push(charge)
        })
      }
    }
    await Promise.all(Array.from({ length: lanes }, settleNext))
    return [...failed, ...waiting]
  }
}
