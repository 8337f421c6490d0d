import { audit } from '#platform/audit'
import type { Deps } from '#platform/deps'
import { notFound } from '#platform/errors'
import type { Limiter } from '#platform/security/rate-limits'
import { withinCompany } from '#modules/companies'
import type { PaymentProviders } from '#modules/payment-providers'
import { presentCharge, presentInvoice, presentPayment } from './billing.presenter.ts'
import { findInvoice, listCompanyInvoices, listInvoices } from './invoices.repository.ts'
import { listPayments } from './payments.repository.ts'
import { recordPayment } from './record-payment.ts'
import { beginRefund, waitForRefund } from './refund-payment.ts'
import { finishReview, listReviews } from './reviews.repository.ts'
import { subscribe } from './subscribe.ts'

/** For the admins of a company. */
export function payerRoutes(
  { routes }: Deps,
  { gateways, report, limiter }: PaymentProviders & { limiter: Limiter },
): void {
  routes.handle('listInvoices', async ({ query, read }) =>
    (await read((ctx) => listInvoices(ctx, query))).map(presentInvoice),
  )

  routes.handle('getInvoice', async ({ params, read }) => {
    const invoice = await read((ctx) => findInvoice(ctx, params.id))
    if (!invoice) throw notFound('ERR_NO_INVOICE_FOUND')
    return presentInvoice(invoice)
  })

  routes.handle('subscribe', async ({ actor, body, run }) => {
    await limiter.take(String(actor.companyId))
    return presentCharge(await subscribe({ gateways, run, report }, body))
  })
}

/** For the operator. */
export function billingRoutes(deps: Deps): void {
  const { routes, units } = deps
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
    const reach = { actor, companyId, own: run, action: 'refundPayment' } as const
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
      if (isNew) {
        await audit(ctx, {
          action: 'payment.reviewed',
          object: 'invoice',
          objectId: review.invoiceId,
          detail: { amount: review.amount, note },
        })
        ctx.emit('billing.changed', { companyId })
      }
      return review
    }),
  )
}
