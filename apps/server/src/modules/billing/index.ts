import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { removeOld } from '#platform/work/retention'
import type { Mail } from '#modules/mail'
import type { PaymentProviders } from '#modules/payment-providers'
import type { UserNotices } from '#modules/user-notices'
import { askAboutCharge, askAboutOpenCharges, cancelCharge } from './ask-provider.ts'
import './billing.facts.ts'
import { billingLive } from './billing.live.ts'
import { billingRoutes, payerRoutes } from './billing.routes.ts'
import { followCompanies } from './follow-companies.ts'
import { followGrace, registerLifecycle } from './lifecycle/index.ts'
import { makeInvoices, showInvoices } from './make-invoices.ts'
import { askAboutRefunds, giveBack } from './refund-payment.ts'
import { removeOldWebhooks, serveWebhooks } from './webhooks.ts'

interface Wiring {
  providers: PaymentProviders
  mail: Mail
  notices: UserNotices
  createLimiter: CreateLimiter
  /** Where the webhooks of Efí come from, if not from its documented address. */
  efiWebhooksFrom: readonly string[] | undefined
}

export function registerBilling(
  deps: Deps,
  { providers, mail, notices, createLimiter, efiWebhooksFrom }: Wiring,
): void {
  const { jobs } = deps
  const { gateways, report } = providers
  const reach = { deps, gateways }

  // The providers take only so many charges from all companies together.
  const limiter = createLimiter({ name: 'charges', points: 30, duration: 600, failsOpen: true })
  payerRoutes(deps, { ...providers, limiter })
  billingRoutes(deps)
  billingLive(deps)
  followCompanies(deps)
  serveWebhooks(deps, efiWebhooksFrom)
  registerLifecycle(deps, { mail, notices })
  deps.followers.follow('graceDays.changed', 'billing.grace', (_operators, grace) => followGrace(deps, grace))

  // A provider that is down is asked again for half a day; after that the timer below asks.
  const patient = { retryLimit: 12, retryDelay: 5, retryDelayMax: 3600, expireInSeconds: 120, atOnce: 4 }
  jobs.define('billing.settle', patient, (job) => report.watch(askAboutCharge(reach, job)))
  jobs.define('billing.cancel-charge', patient, (job) => report.watch(cancelCharge(reach, job)))
  jobs.defineTimer('billing.ask', '*/2 * * * *', () => askAboutOpenCharges(deps))
  jobs.define('billing.refund', patient, (job) => report.watch(giveBack(reach, job)))
  jobs.defineTimer('billing.ask-refunds', '*/10 * * * *', () => askAboutRefunds(deps))
  jobs.defineTimer('billing.invoices', '*/10 * * * *', () => makeInvoices(deps))
  jobs.define('billing.show', patient, ({ companyId }) => showInvoices(deps, companyId))
  jobs.defineTimer('billing.webhooks', '53 3 * * *', () => removeOld(deps, 'payment webhooks', removeOldWebhooks))
}
