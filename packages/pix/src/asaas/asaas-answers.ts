import { z } from 'zod'
import type { ChargeStatus, PixPayment, RefundState } from '../gateway.ts'
import type { Reason } from '../http/failures.ts'
import { Amount } from '@guiche/contract'

/** Asaas writes local times of São Paulo, which has had no daylight saving since 2019. */
const offset = '-03:00'

const Day = z.iso.date().transform((day) => new Date(`${day}T00:00:00${offset}`))
const Moment = z
  .stringFormat('moment', /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .transform((text) => new Date(`${text.replace(' ', 'T')}${offset}`))

const Refund = z.object({ status: z.string(), value: Amount, description: z.string().nullish() })

export const Payment = z.object({
  id: z.string(),
  status: z.string(),
  value: Amount,
  /** What was charged, if something else was paid. */
  originalValue: Amount.nullish(),
  externalReference: z.string().nullish(),
  deleted: z.boolean().default(false),
  dateCreated: Day,
  paymentDate: Day.nullish(),
  clientPaymentDate: Day.nullish(),
  refunds: z
    .array(Refund)
    .nullish()
    .transform((refunds) => refunds ?? []),
})

export type AsaasPayment = z.output<typeof Payment>

export const Payments = z.object({ data: z.array(Payment) })

export const Customer = z.object({ id: z.string(), deleted: z.boolean().default(false) })

export const Customers = z.object({ data: z.array(Customer) })

export const Webhook = z.object({ id: z.string() })

export const Webhooks = z.object({ data: z.array(z.object({ id: z.string(), url: z.string() })) })

export const QrCode = z.object({ payload: z.string(), expirationDate: Moment })

export const Deleted = z.object({ deleted: z.literal(true) })

const Problem = z.object({
  errors: z.array(z.object({ code: z.string().default(''), description: z.string().default('') })).min(1),
})

export function reasonIn(body: unknown): Reason | undefined {
  const { data } = Problem.safeParse(body)
  if (!data) return undefined
  return { code: data.errors[0]?.code, text: data.errors.map(({ description }) => description).join('; ') }
}

/** The day of a moment in São Paulo, as Asaas writes it. */
export function dayOf(moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(moment)
}

/** Money that came in counts, also if the charge was deleted before. */
export function statusOf({ status, deleted }: AsaasPayment): ChargeStatus {
  const known = inOurTerms(status)
  return deleted && known !== 'paid' && known !== 'refunded' ? 'removed' : known
}

function inOurTerms(status: string): ChargeStatus {
  switch (status) {
    // After its due date a charge by Pix can be paid for another year.
    case 'PENDING':
    case 'OVERDUE':
      return 'open'
    case 'CONFIRMED':
    case 'AWAITING_RISK_ANALYSIS':
      return 'pending'
    case 'RECEIVED':
    case 'RECEIVED_IN_CASH':
    case 'DUNNING_RECEIVED':
    case 'REFUND_REQUESTED':
    case 'REFUND_IN_PROGRESS':
      return 'paid'
    case 'REFUNDED':
      return 'refunded'
    default:
      return 'other'
  }
}

/** The money that has come in, if it has. */
export function paymentOf(payment: AsaasPayment): PixPayment | undefined {
  const status = statusOf(payment)
  if (status !== 'paid' && status !== 'refunded') return undefined
  const { id, value, paymentDate, clientPaymentDate, dateCreated, refunds } = payment
  const arrived = refunds.filter((refund) => refund.status === 'DONE').reduce((sum, refund) => sum + refund.value, 0)
  return {
    id,
    amountCents: value,
    paidAt: paymentDate ?? clientPaymentDate ?? dateCreated,
    refundedCents: status === 'refunded' ? value : arrived,
  }
}

/** The refund that we made under this id, which we write into its description. */
export function refundIn({ refunds }: AsaasPayment, refundId: string): RefundState | undefined {
  const refund = refunds.find(({ description }) => description === refundId)
  if (!refund) return undefined
  if (refund.status === 'DONE') return { status: 'done' }
  return { status: refund.status === 'CANCELLED' ? 'failed' : 'processing' }
}
