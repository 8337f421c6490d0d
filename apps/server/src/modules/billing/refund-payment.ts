import { type Api, type Parsed, decimalOf } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { AppError, notFound } from '#platform/errors'
import { lockCompany } from '#modules/companies'
import { lockInvoice } from './invoices.repository.ts'
import { payIfCovered } from './pay-invoice.ts'
import {
  type PaymentRow,
  findPayment,
  findPaymentByClientId,
  insertPayment,
  insertRefundRequest,
  leftOf,
} from './payments.repository.ts'

type Refund = Parsed<Api['refundPayment']>['body']

/**
 * Checks a refund and notes who wants it and why. What came by another way than a provider is a row of the ledger at
 * once; for the others the provider must be asked, outside of this unit of work.
 */
export async function beginRefund(ctx: UserCtx, id: number, refund: Refund): Promise<PaymentRow> {
  await lockCompany(ctx)
  const payment = await findPayment(ctx, id)
  if (!payment || payment.kind === 'refund') throw notFound('ERR_NO_PAYMENT_FOUND')
  const by = { userId: ctx.actor.userId, name: ctx.actor.name }
  const { amount: amountCents, reason, clientId } = refund
  const isNew = await insertRefundRequest(ctx, { clientId, paymentId: id, amountCents, reason, by })
  if (!isNew) return (await findPaymentByClientId(ctx, clientId)) ?? payment
  if ((await leftOf(ctx, payment)) < 0) throw new AppError('ERR_REFUND_TOO_MUCH', 400)

  await audit(ctx, {
    action: 'payment.refunded',
    object: 'payment',
    objectId: id,
    detail: { amount: decimalOf(amountCents), reason },
  })
  if (payment.charge_id !== null) return payment
  return refundByHand(ctx, payment, refund, by)
}

async function refundByHand(
  ctx: UserCtx,
  payment: PaymentRow,
  { amount, reason, clientId }: Refund,
  by: { userId: number; name: string },
): Promise<PaymentRow> {
  const invoice = await lockInvoice(ctx, payment.invoice_id)
  if (!invoice) throw notFound('ERR_NO_INVOICE_FOUND')
  await insertPayment(ctx, { invoiceId: invoice.id, kind: 'refund', amountCents: -amount, clientId, reason, by })
  await payIfCovered(ctx, invoice)
  return (await findPaymentByClientId(ctx, clientId)) ?? payment
}
