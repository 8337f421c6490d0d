import type { Deps } from '#platform/deps'
import { removeOld } from '#platform/work/retention'
import { askAboutCharge, askAboutOpenCharges, cancelCharge } from './provider/ask-provider.ts'
import './billing.facts.ts'
import { billingLive } from './billing.live.ts'
import { billingRoutes, payerRoutes } from './billing.routes.ts'
import { type PixAddresses, createGateways } from './provider/gateways.ts'
import { followCompanies } from './follow-companies.ts'
import { insertDueInvoices, moveOpenInvoices } from './invoices.repository.ts'
import { askAboutRefunds, giveBack } from './ledger/refund-payment.ts'
import { reportFailures } from './provider/report-failures.ts'
import { removeOldWebhooks, serveWebhooks } from './provider/webhooks.ts'

export type { PixAddresses }

export function registerBilling(deps: Deps, addresses: PixAddresses): void {
  const { jobs, units, keys, log } = deps
  const gateways = createGateways({ operator: units.operator, key: keys.secretsAtRest }, addresses)
  const report = reportFailures(log, units.operator)
  const reach = { deps, gateways }

  payerRoutes(deps, { gateways, report })
  billingRoutes(deps, { gateways, report })
  billingLive(deps)
  followCompanies(deps)
  serveWebhooks(deps, addresses.efiWebhooksFrom)

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
  jobs.defineTimer('billing.webhooks', '53 3 * * *', () => removeOld(deps, 'payment webhooks', removeOldWebhooks))
  deps.http.addHook('onClose', async () => gateways.close())
}
