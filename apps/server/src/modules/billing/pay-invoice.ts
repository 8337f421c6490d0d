import { decimalOf } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { beginPlan, renewCompany } from '#modules/companies'
import { type InvoiceRow, markPaid } from './invoices.repository.ts'
import { type Balance, balanceOf, dropReview, insertReview } from './payments.repository.ts'

/**
 * Call it in the unit of work that added to the ledger, with the invoice locked. Once enough has come for an open invoice
 * the licence is renewed, and the plan of the invoice begins. Everything else is for the operator to look at: too little
 * renews nothing, a surplus is kept.
 */
export async function payIfCovered(ctx: Ctx, invoice: InvoiceRow): Promise<void> {
  const balance = await balanceOf(ctx, invoice.id)
  const isCovered = balance.paid >= invoice.amount_cents
  if (invoice.status === 'open' && isCovered) {
    await pay(ctx, invoice, balance)
    await dropReview(ctx, invoice.id, 'tooLittle')
  }
  await review(ctx, invoice, balance)
}

async function pay(ctx: Ctx, invoice: InvoiceRow, { paid }: Balance): Promise<void> {
  if (!(await markPaid(ctx, invoice.id))) return
  if (invoice.plan_id !== null) await beginPlan(ctx, invoice.plan_id)
  const { due_date: dueDate } = await renewCompany(ctx, { seen: undefined })
  await audit(ctx, {
    action: 'invoice.paid',
    object: 'invoice',
    objectId: invoice.id,
    detail: { amount: decimalOf(paid), dueDate, planId: invoice.plan_id },
  })
  ctx.emit('invoice.paid', { invoiceId: invoice.id })
}

async function review(ctx: Ctx, invoice: InvoiceRow, { paid, payments, refunded }: Balance): Promise<void> {
  const surplus = paid - invoice.amount_cents
  const note = (reason: 'tooLittle' | 'surplus' | 'twice' | 'refunded', amountCents: number) =>
    insertReview(ctx, { invoiceId: invoice.id, reason, amountCents, expectedCents: invoice.amount_cents })
  if (surplus > 0) return note(payments > 1 ? 'twice' : 'surplus', surplus)
  if (surplus === 0 || (paid === 0 && refunded === 0)) return
  if (invoice.status === 'paid') return note('refunded', refunded)
  if (paid > 0) return note('tooLittle', paid)
}
