import { type Api, type Parsed, decimalOf, mostCents } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { lockCompany } from '#modules/companies'
import { lockInvoice } from './invoices.repository.ts'
import { settleInvoice } from './pay-invoice.ts'
import { type PaymentRow, balanceOf, findPaymentByClientId, insertPayment } from './payments.repository.ts'

/** Money that came by another way, or a credit, in the company of the unit of work. Only the operator may call this. */
export async function recordPayment(
  ctx: UserCtx,
  { invoiceId, kind, amount, reason, clientId }: Parsed<Api['recordPayment']>['body'],
): Promise<PaymentRow> {
  await lockCompany(ctx)
  const invoice = await lockInvoice(ctx, invoiceId)
  if (!invoice) throw notFound('ERR_NO_INVOICE_FOUND')

  const by = { userId: ctx.actor.userId, name: ctx.actor.name }
  const id = await insertPayment(ctx, { invoiceId, kind, amountCents: amount, clientId, reason, by })
  if (id !== undefined) {
    await audit(ctx, {
      action: 'payment.recorded',
      object: 'invoice',
      objectId: invoiceId,
      detail: { kind, amount: decimalOf(amount), reason },
    })
    // A slip of the keyboard, and more than the columns of a sum hold.
    if ((await balanceOf(ctx, invoiceId)).paid > mostCents)
      throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.amount', message: 'invalidAmount' }] })
    await settleInvoice(ctx, invoice)
  }
  const payment = await findPaymentByClientId(ctx, clientId)
  if (!payment) throw notFound('ERR_NO_PAYMENT_FOUND')
  return payment
}
