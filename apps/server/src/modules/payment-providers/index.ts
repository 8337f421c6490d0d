import type { Deps } from '#platform/deps'
import './payment-providers.facts.ts'
import { type Gateways, type PixAddresses, createGateways } from './gateways.ts'
import { paymentProviderRoutes } from './payment-providers.routes.ts'
import { type Report, reportFailures } from './report-failures.ts'

export { readRecentBillingSettings } from './billing-settings.ts'
export { refusalFor } from './gateway-errors.ts'
export type { Gateways, PixAddresses }
export type { Report }

export interface PaymentProviders {
  gateways: Gateways
  report: Report
}

/** The providers that collect money for the platform, and how the operator sets them up. */
export function registerPaymentProviders(deps: Deps, addresses: PixAddresses): PaymentProviders {
  const { units, keys, log } = deps
  const providers = {
    gateways: createGateways({ units, key: keys.secretsAtRest }, addresses),
    report: reportFailures(log, units.operator),
  }
  paymentProviderRoutes(deps, providers)
  deps.http.addHook('onClose', async () => providers.gateways.close())
  return providers
}
