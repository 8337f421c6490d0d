import { type ReviewView, decimalOf } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { together } from '#platform/database/together'
import { type CompanyRow, getCompany, renewLicence } from '#modules/companies'
import { type InvoiceRow, beginChosenPlan, findOpenInvoiceId, markPaid } from './invoices.repository.ts'
import { type Balance, balanceOf, dropReviews, insertReview } from './payments.repository.ts'

/**
 * Call it in the unit of work that added to the ledger, with the company and the invoice locked. Once enough has come for
 * an open invoice it is paid. Everything else is for the operator to look at: too little renews nothing, a surplus is
 * kept.
 */
export async function settleInvoice(ctx: Ctx, invoice: InvoiceRow): Promise<void> {
  const balance = await balanceOf(ctx, invoice.id)
  if ((await payIfCovered(ctx, invoice, balance)) !== 'closed') await review(ctx, invoice, balance)
}

/**
 * Renews the licence and begins the plan of an open invoice for which enough has come. A closed company is renewed when
 * the operator reopens it.
 */
export async function payIfCovered(ctx: Ctx, invoice: InvoiceRow, balance: Balance): Promise<'closed' | undefined> {
  if (invoice.status !== 'open' || balance.paid < invoice.amount_cents) return undefined
  const company = await getCompany(ctx)
  if (company.closed_at) {
    await addReview(ctx, invoice, 'closed', balance.paid)
    return 'closed'
  }
  await pay(ctx, { invoice, company, paid: balance.paid })
  return undefined
}

interface Paid {
  invoice: InvoiceRow
  company: CompanyRow
  /** In cents. */
  paid: number
}

async function pay(ctx: Ctx, { invoice, company, paid }: Paid): Promise<void> {
  if (!(await markPaid(ctx, invoice.id))) return
  await beginChosenPlan(ctx, invoice)
  const dueDate = await renewLicence(ctx, company)
  const audited = audit(ctx, {
    action: 'invoice.paid',
    object: 'invoice',
    objectId: invoice.id,
    detail: { amount: decimalOf(paid), dueDate, plan: invoice.detail },
  })
  const dropped = dropReviews(ctx, invoice.id, ['tooLittle', 'closed'])
  const [other] = await together([findOpenInvoiceId(ctx), audited, dropped])
  ctx.emit('invoice.paid', { invoiceId: invoice.id })
  // It goes with the new due date.
  if (other !== undefined) await ctx.enqueue('billing.update-invoices', {})
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
