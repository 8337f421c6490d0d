import { decimalOf } from '@guiche/contract'
import { type BookCharge, type BookRefund, refundedCents } from '../book/book.ts'
import { localDay, localMoment } from '../local-time.ts'

/** What Asaas keeps of a charge beside the book. */
export interface PaymentDetails {
  customer: string
  dueDate: string
}

const refundStatus = { processing: 'PENDING', done: 'DONE', failed: 'CANCELLED' } as const

/** At Asaas a charge has at most one payment, and both have the same id. */
export function statusOf({ payments: [payment] }: BookCharge, { dueDate }: PaymentDetails, now: Date): string {
  if (!payment) return localDay(now) > dueDate ? 'OVERDUE' : 'PENDING'
  return refundedCents(payment) >= payment.amountCents ? 'REFUNDED' : 'RECEIVED'
}

export function paymentView(charge: BookCharge, details: PaymentDetails, now: Date) {
  const { id, txid, createdAt, amountCents, description, isRemoved, payments } = charge
  const [payment] = payments
  const value = payment?.amountCents ?? amountCents
  const day = payment ? localDay(payment.paidAt) : null
  return {
    object: 'payment',
    id,
    dateCreated: localDay(createdAt),
    customer: details.customer,
    value: number(value),
    netValue: number(Math.max(0, value - 99)),
    originalValue: value === amountCents ? null : number(amountCents),
    billingType: 'PIX',
    status: statusOf(charge, details, now),
    dueDate: details.dueDate,
    description,
    externalReference: txid === '' ? null : txid,
    invoiceUrl: `https://www.asaas.com/i/${id.replace('pay_', '')}`,
    paymentDate: day,
    clientPaymentDate: day,
    deleted: isRemoved,
    refunds: payment && payment.refunds.length > 0 ? payment.refunds.map(refundView) : null,
  }
}

function refundView({ id, amountCents, status, at }: BookRefund) {
  return { dateCreated: localMoment(at), status: refundStatus[status], value: number(amountCents), description: id }
}

const number = (cents: number): number => Number(decimalOf(cents))
