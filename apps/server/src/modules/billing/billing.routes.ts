import { randomBytes } from 'node:crypto'
import { audit } from '#platform/audit'
import type { Deps } from '#platform/deps'
import { notFound } from '#platform/errors'
import { withinCompany } from '#modules/companies'
import { clearFailure } from './provider/billing-settings.repository.ts'
import {
  changeBillingSettings,
  presentBillingSettings,
  readBillingSettings,
  webhookAddress,
} from './provider/billing-settings.ts'
import { presentCharge, presentInvoice, presentPayment } from './billing.presenter.ts'
import { gatewayStateOf } from './provider/gateway-errors.ts'
import type { Gateways } from './provider/gateways.ts'
import { findInvoice, listCompanyInvoices, listInvoices } from './invoices.repository.ts'
import { listPayments } from './ledger/payments.repository.ts'
import { recordPayment } from './ledger/record-payment.ts'
import { beginRefund, waitForRefund } from './ledger/refund-payment.ts'
import { finishReview, listReviews } from './ledger/reviews.repository.ts'
import { subscribe } from './subscribe.ts'

interface Wiring {
  gateways: Gateways
  report: (error: unknown) => void
}

/** For the admins of a company. */
export function payerRoutes({ routes }: Deps, { gateways, report }: Wiring): void {
  routes.handle('listInvoices', async ({ query, read }) =>
    (await read((ctx) => listInvoices(ctx, query))).map(presentInvoice),
  )

  routes.handle('getInvoice', async ({ params, read }) => {
    const invoice = await read((ctx) => findInvoice(ctx, params.id))
    if (!invoice) throw notFound('ERR_NO_INVOICE_FOUND')
    return presentInvoice(invoice)
  })

  routes.handle('subscribe', async ({ body, run }) => presentCharge(await subscribe({ gateways, run, report }, body)))
}

/** For the operator. */
export function billingRoutes(deps: Deps, { gateways, report }: Wiring): void {
  const { routes, units, keys, publicUrl } = deps
  const { operator } = units

  routes.handle('companyInvoices', async ({ actor, params: { companyId }, read }) =>
    withinCompany(units, { actor, companyId, own: read, action: 'companyInvoices' }, async (ctx) => ({
      invoices: await listCompanyInvoices(ctx),
      payments: (await listPayments(ctx)).map(presentPayment),
    })),
  )

  routes.handle('recordPayment', async ({ actor, params: { companyId }, body, run }) =>
    presentPayment(
      await withinCompany(units, { actor, companyId, own: run, action: 'recordPayment' }, (ctx) =>
        recordPayment(ctx, body),
      ),
    ),
  )

  routes.handle('refundPayment', async ({ actor, params: { companyId, id }, body, run }) => {
    const reach = { actor, companyId, own: run, action: 'refundPayment' }
    const payment = await withinCompany(units, reach, (ctx) => beginRefund(ctx, id, body))
    await waitForRefund(deps, { companyId, clientId: body.clientId })
    return presentPayment(payment)
  })

  routes.handle('listReviews', ({ query }) => listReviews(operator, query.pageNumber))

  routes.handle('finishReview', async ({ actor, params: { companyId, id }, body: { note }, run }) =>
    withinCompany(units, { actor, companyId, own: run, action: 'finishReview' }, async (ctx) => {
      const finished = await finishReview(ctx, { id, note })
      if (!finished) throw notFound('ERR_NO_PAYMENT_FOUND')
      const { review, isNew } = finished
      if (isNew)
        await audit(ctx, {
          action: 'payment.reviewed',
          object: 'invoice',
          objectId: review.invoiceId,
          detail: { reason: review.reason, amount: review.amount, note },
        })
      return review
    }),
  )

  routes.handle('billingSettings', async () =>
    presentBillingSettings(await readBillingSettings(operator, keys.secretsAtRest), publicUrl),
  )

  routes.handle('updateBillingSettings', async ({ body, run }) => {
    const changed = await changeBillingSettings(operator, keys.secretsAtRest, body, newSecret)
    // Names only: most of them are secrets.
    await run((ctx) => audit(ctx, { action: 'billing_settings.changed', object: 'setting', detail: { changed } }))
    return presentBillingSettings(await readBillingSettings(operator, keys.secretsAtRest), publicUrl)
  })

  routes.handle('testBillingSettings', async () => {
    const settings = await readBillingSettings(operator, keys.secretsAtRest)
    if (settings.provider === 'none') return { state: 'notConfigured' as const }
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
