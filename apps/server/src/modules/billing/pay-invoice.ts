import { type ReviewView, decimalOf } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { findCompany, renewCompany } from '#modules/companies'
import { cancelCharges } from './charges.repository.ts'
import { type InvoiceRow, beginChosenPlan, markPaid } from './invoices.repository.ts'
import { type Balance, balanceOf, dropReviews, insertReview } from './payments.repository.ts'

/**
 * Call it in the unit of work that added to the ledger, with the company and the invoice locked. Once enough has come for
 * an open invoice it is paid. Everything else is for the operator to look at: too little renews nothing, a surplus is
 * kept.
 */
export async function settleInvoice(ctx: Ctx, invoice: InvoiceRow): Promise<void> {
  const balance = await balanceOf(ctx, invoice.id)
  if ((await payIfCovered(ctx, invoice, balance)) !== 'closed') await review(ctx, invoice, balance)
  ctx.emit('billing.changed', { companyId: ctx.companyId })
}

/**
 * Renews the licence and begins the plan of an open invoice for which enough has come. A closed company is renewed when
 * the operator reopens it.
 */
export async function payIfCovered(
  ctx: Ctx,
  invoice: InvoiceRow,
  balance: Balance,
): Promise<'paid' | 'closed' | undefined> {
  if (invoice.status !== 'open' || balance.paid < invoice.amount_cents) return undefined
  if (await isClosed(ctx)) {
    await addReview(ctx, invoice, 'closed', balance.paid)
    return 'closed'
  }
  await pay(ctx, invoice, balance)
  await dropReviews(ctx, invoice.id, ['tooLittle', 'closed'])
  return 'paid'
}

const isClosed = async (ctx: Ctx) => Boolean((await findCompany(ctx))?.closed_at)

async function pay(ctx: Ctx, invoice: InvoiceRow, { paid }: Balance): Promise<void> {
  if (!(await markPaid(ctx, invoice.id))) return
  await beginChosenPlan(ctx, invoice)
  // Such as the code on a payer's screen, when the operator has entered the money.
  await cancelCharges(ctx, invoice.id)
  const { due_date: dueDate } = await renewCompany(ctx, { seen: undefined, recurrence: invoice.recurrence })
  await audit(ctx, {
    action: 'invoice.paid',
    object: 'invoice',
    objectId: invoice.id,
    detail: { amount: decimalOf(paid), dueDate, plan: invoice.detail },
  })
  ctx.emit('invoice.paid', { invoiceId: invoice.id })
}

async function review(ctx: Ctx, invoice: InvoiceRow, { paid, payments, refunded }: Balance): Promise<void> {
  const surplus = paid - invoice.amount_cents
  if (surplus > 0) return addReview(ctx, invoice, payments > 1 ? 'twice' : 'surplus', surplus)
  await dropReviews(ctx, invoice.id, ['surplus', 'twice'])
  if (surplus === 0 || (paid === 0 && refunded === 0)) return
  if (invoice.status === 'paid') return addReview(ctx, invoice, 'refunded', refunded)
  if (paid > 0) return addReview(ctx, invoice, 'tooLittle', paid)
}

const addReview = (ctx: Ctx, invoice: InvoiceRow, reason: ReviewView['reason'], amountCents: number): Promise<void> =>
  insertReview(ctx, { invoiceId: invoice.id, reason, amountCents, expectedCents: invoice.amount_cents })
