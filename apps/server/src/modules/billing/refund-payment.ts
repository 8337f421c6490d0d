import { setTimeout } from 'node:timers/promises'
import { type Api, type Parsed, decimalOf } from '@guiche/contract'
import { isPixError } from '@guiche/pix'
import { audit } from '#platform/audit'
import type { Ctx, UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { AppError, notFound } from '#platform/errors'
import { lockCompany } from '#modules/companies'
import { askAboutCharge } from './ask-provider.ts'
import type { Gateways } from '#modules/payment-providers'
import { lockInvoice } from './invoices.repository.ts'
import { settleInvoice } from './pay-invoice.ts'
import { type PaymentRow, findPayment, insertPayment, insertReview } from './payments.repository.ts'
import {
  type RefundRequestRow,
  claimRefund,
  findRefundRequest,
  insertRefundRequest,
  leftOf,
  refundsInProgress,
  releaseRefund,
  setRefundStatus,
} from './refund-requests.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Has a provider give money back. The same request gives it back once. */
    'billing.refund': { companyId: number; clientId: string }
  }
}

type Refund = Parsed<Api['refundPayment']>['body']

/**
 * Checks a refund and notes who wants it and why. What came by another way than a provider is a row of the ledger at
 * once; for the others a job asks the provider.
 */
export async function beginRefund(ctx: UserCtx, id: number, refund: Refund): Promise<PaymentRow> {
  await lockCompany(ctx)
  const payment = await findPayment(ctx, id)
  if (!payment || payment.kind === 'refund') throw notFound('ERR_NO_PAYMENT_FOUND')
  const by = { userId: ctx.actor.userId, name: ctx.actor.name }
  const { amount: amountCents, reason, clientId } = refund
  const request = { clientId, paymentId: id, amountCents, reason, by }
  if (!(await insertRefundRequest(ctx, request))) {
    if (await findRefundRequest(ctx, clientId)) return payment
    throw new AppError('ERR_REFUND_PENDING', 409)
  }
  if ((await leftOf(ctx, payment)) < 0) throw new AppError('ERR_REFUND_TOO_MUCH', 400)

  await audit(ctx, {
    action: 'payment.refunded',
    object: 'payment',
    objectId: id,
    detail: { amount: decimalOf(amountCents), reason },
  })
  if (payment.charge_id === null) await refundByHand(ctx, payment, { ...request, status: 'asked' })
  else {
    await ctx.enqueue('billing.refund', { clientId })
    ctx.emit('billing.changed', { companyId: ctx.companyId })
  }
  return payment
}

async function refundByHand(ctx: Ctx, payment: PaymentRow, request: RefundRequestRow): Promise<void> {
  const invoice = await lockInvoice(ctx, payment.invoice_id)
  if (!invoice) throw notFound('ERR_NO_INVOICE_FOUND')
  const { clientId, reason, by } = request
  await insertPayment(ctx, {
    invoiceId: invoice.id,
    paymentId: payment.id,
    kind: 'refund',
    amountCents: -request.amountCents,
    clientId,
    reason,
    by,
  })
  await setRefundStatus(ctx, clientId, 'done')
  await settleInvoice(ctx, invoice)
}

interface Reach {
  deps: Deps
  gateways: Gateways
}
interface Which {
  companyId: number
  clientId: string
}

/**
 * Asks the provider outside of any transaction, one at a time: the timer may want the same refund while a job is at it.
 * What the provider refuses for good goes to the operator's list.
 */
export async function giveBack(reach: Reach, which: Which): Promise<void> {
  const { units } = reach.deps
  const actor = { kind: 'system', companyId: which.companyId } as const
  const found = await units.run(actor, async (ctx) => {
    if (!(await claimRefund(ctx, which.clientId))) return undefined
    const request = await findRefundRequest(ctx, which.clientId)
    const payment = request && (await findPayment(ctx, request.paymentId))
    return payment && { request, payment }
  })
  if (!found) return
  try {
    await askForRefund(reach, which.companyId, found)
  } finally {
    await units.run(actor, (ctx) => releaseRefund(ctx, which.clientId))
  }
}

async function askForRefund(
  { deps, gateways }: Reach,
  companyId: number,
  { request, payment }: { request: RefundRequestRow; payment: PaymentRow },
): Promise<void> {
  if (payment.charge_id === null || payment.external_id === null) return
  const actor = { kind: 'system', companyId } as const
  const gateway = await gateways.of(payment.provider === 'asaas' ? 'asaas' : 'efi')
  const refuse = () => deps.units.run(actor, (ctx) => refuseRefund(ctx, payment, request))
  try {
    const refundId = request.clientId.replaceAll('-', '')
    const { status } = await gateway.refund(payment.external_id, request.amountCents, refundId)
    if (status === 'failed') return await refuse()
  } catch (error) {
    if (!isPixError(error, 'invalid', 'missing', 'conflict', 'forbidden') || error.mayHaveHappened) throw error
    return refuse()
  }
  await askAboutCharge({ deps, gateways }, { companyId, chargeId: payment.charge_id })
}

async function refuseRefund(ctx: Ctx, payment: PaymentRow, { clientId, amountCents }: RefundRequestRow): Promise<void> {
  await lockCompany(ctx)
  await setRefundStatus(ctx, clientId, 'refused')
  await insertReview(ctx, {
    invoiceId: payment.invoice_id,
    reason: 'refundRefused',
    amountCents,
    expectedCents: payment.amount_cents,
  })
  ctx.emit('billing.changed', { companyId: ctx.companyId })
}

/** In ms. */
const longestWait = 10_000
const pause = 200

/**
 * Waits a moment for what the provider says. Throws ERR_REFUND_REFUSED (400) if it refuses. A refund that takes longer
 * goes on by itself.
 */
export async function waitForRefund({ units }: Deps, { companyId, clientId }: Which): Promise<void> {
  for (let waited = 0; waited < longestWait; waited += pause) {
    const request = await units.read({ kind: 'system', companyId }, (ctx) => findRefundRequest(ctx, clientId))
    if (request?.status === 'refused') throw new AppError('ERR_REFUND_REFUSED', 400)
    if (request?.status !== 'asked') return
    await setTimeout(pause)
  }
}

/** A provider that was down, or that takes its time, is asked again. */
export async function askAboutRefunds({ units, jobs }: Deps): Promise<void> {
  await units.operator.transaction().execute(async (db) => {
    for (const request of await refundsInProgress(db)) await jobs.enqueue(db, 'billing.refund', request)
  })
  jobs.wake('billing.refund')
}
