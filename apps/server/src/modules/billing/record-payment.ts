import { type Api, type Parsed, decimalOf } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { AppError, notFound } from '#platform/errors'
import { lockCompany } from '#modules/companies'
import { lockInvoice } from './invoices.repository.ts'
import { settleInvoice } from './pay-invoice.ts'
import { type PaymentRow, balanceOf, findPaymentByClientId, insertPayment } from './payments.repository.ts'

/**
 * Money that came by another way, or a credit, in the company of the unit of work. Only the operator may call this. An
 * invoice for which enough came takes no more: whoever is a window behind would enter the same money twice.
 */
export async function recordPayment(
  ctx: UserCtx,
  { invoiceId, kind, amount, reason, clientId }: Parsed<Api['recordPayment']>['body'],
): Promise<PaymentRow> {
  await lockCompany(ctx)
  const invoice = await lockInvoice(ctx, invoiceId)
  if (!invoice) throw notFound('ERR_NO_INVOICE_FOUND')

  const known = await findPaymentByClientId(ctx, clientId)
  if (known) return known
  if ((await balanceOf(ctx, invoiceId)).paid >= invoice.amount_cents) throw new AppError('ERR_INVOICE_PAID', 400)

  const by = { userId: ctx.actor.userId, name: ctx.actor.name }
  await insertPayment(ctx, { invoiceId, kind, amountCents: amount, clientId, reason, by })
  await audit(ctx, {
    action: 'payment.recorded',
    object: 'invoice',
    objectId: invoiceId,
    detail: { kind, amount: decimalOf(amount), reason },
  })
  await settleInvoice(ctx, invoice)
  const payment = await findPaymentByClientId(ctx, clientId)
  if (!payment) throw notFound('ERR_NO_PAYMENT_FOUND')
  return payment
}
