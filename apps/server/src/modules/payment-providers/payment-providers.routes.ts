import { randomBytes } from 'node:crypto'
import { audit } from '#platform/audit'
import type { Deps } from '#platform/deps'
import { clearFailure } from './billing-settings.repository.ts'
import {
  changeBillingSettings,
  forgetBillingSettings,
  presentBillingSettings,
  readBillingSettings,
  webhookAddress,
} from './billing-settings.ts'
import { gatewayStateOf } from './gateway-errors.ts'
import type { Gateways } from './gateways.ts'
import type { Report } from './report-failures.ts'

/** For the operator. */
export function paymentProviderRoutes(
  { routes, units, keys, publicUrl }: Deps,
  { gateways, report }: { gateways: Gateways; report: Report },
): void {
  const { operator } = units
  routes.handle('billingSettings', async () =>
    presentBillingSettings(await readBillingSettings(operator, keys.secretsAtRest), publicUrl),
  )

  routes.handle('updateBillingSettings', async ({ body, run }) => {
    const { changed, graceDays } = await changeBillingSettings(operator, keys.secretsAtRest, body, newSecret)
    forgetBillingSettings(units)
    await run(async (ctx) => {
      // Names only: most of them are secrets.
      await audit(ctx, { action: 'billing_settings.changed', object: 'setting', detail: { changed } })
      if (graceDays.before !== graceDays.after) ctx.emit('graceDays.changed', graceDays)
    })
    return presentBillingSettings(await readBillingSettings(operator, keys.secretsAtRest), publicUrl)
  })

  routes.handle('testBillingSettings', async () => {
    const settings = await readBillingSettings(operator, keys.secretsAtRest)
    if (settings.provider === 'none') return { state: 'notConfigured' as const }
    // Another process may have changed them a moment ago.
    forgetBillingSettings(units)
    const gateway = await gateways.of(settings.provider)
    try {
      await gateway.test()
      await gateway.registerWebhook(webhookAddress(publicUrl, settings.provider))
      await clearFailure(operator)
      return { state: 'works' as const }
    } catch (error) {
      report(error)
      return { state: gatewayStateOf(error) }
    }
  })
}

const newSecret = () => randomBytes(32).toString('hex')
