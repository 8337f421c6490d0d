import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import type { Mail } from '#modules/mail'
import type { PaymentProviders } from '#modules/payment-providers'
import type { UserNotices } from '#modules/user-notices'
import { askAboutCharge, askAboutOpenCharges, cancelCharge, settleByProvider } from './ask-provider.ts'
import './billing.facts.ts'
import { billingLive } from './billing.live.ts'
import { billingRoutes, payerRoutes } from './billing.routes.ts'
import { findReported } from './charges.repository.ts'
import { followCompanies } from './follow-companies.ts'
import { insertDueInvoices, moveOpenInvoices } from './invoices.repository.ts'
import { followGrace, registerLifecycle } from './lifecycle/index.ts'
import { askAboutRefunds, giveBack } from './refund-payment.ts'
import { registerWebhooks } from './webhooks/index.ts'

interface Wiring {
  providers: PaymentProviders
  mail: Mail
  notices: UserNotices
  /** Where the webhooks of Efí come from, if not from its documented address. */
  efiWebhooksFrom: readonly string[] | undefined
}

/** Returns the worker that asks the providers about what their webhooks name. */
export function registerBilling(deps: Deps, { providers, mail, notices, efiWebhooksFrom }: Wiring): CompanyWorker {
  const { jobs, units } = deps
  const { gateways, report } = providers
  const reach = { deps, gateways }

  payerRoutes(deps, providers)
  billingRoutes(deps)
  billingLive(deps)
  followCompanies(deps)
  registerLifecycle(deps, { mail, notices })
  deps.followers.follow('graceDays.changed', 'billing.grace', (_operators, grace) => followGrace(deps, grace))

  // A provider that is down is asked again for half a day; after that the timer below asks.
  const patient = { retryLimit: 12, retryDelay: 5, retryDelayMax: 3600, expireInSeconds: 120, atOnce: 4 }
  jobs.define('billing.settle', patient, (job) => report.watch(askAboutCharge(reach, job)))
  jobs.define('billing.cancel-charge', patient, (job) => report.watch(cancelCharge(reach, job)))
  jobs.defineTimer('billing.ask', '*/2 * * * *', () => askAboutOpenCharges(deps))
  jobs.define('billing.refund', patient, (job) => report.watch(giveBack(reach, job)))
  jobs.defineTimer('billing.ask-refunds', '*/10 * * * *', () => askAboutRefunds(deps))
  jobs.defineTimer('billing.invoices', '*/10 * * * *', async () => {
    await moveOpenInvoices(units.operator)
    await insertDueInvoices(units.operator)
  })
  return registerWebhooks(deps, {
    efiWebhooksFrom,
    charges: {
      find: (named) => findReported(units.operator, named),
      settle: (charge) => report.watch(settleByProvider(reach, charge.company_id, charge)),
    },
  })
}
