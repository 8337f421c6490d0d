import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Id, PageNumber, When, cleanLine, whole } from '../shared/fields.ts'
import { Money } from '../shared/money.ts'

/** `payment` by Pix; the others by the operator, with a reason. Refunds are negative. */
export const paymentKinds = ['payment', 'manual', 'credit', 'refund'] as const

/** A row of the ledger, which only grows. */
export const PaymentView = z.object({
  id: z.number(),
  companyId: z.number(),
  invoiceId: z.number().nullable(),
  kind: z.enum(paymentKinds),
  /** A decimal as text; negative for a refund. */
  amount: z.string(),
  provider: z.string(),
  /** The provider's id of the payment. */
  externalId: z.string().nullable(),
  reason: z.string(),
  byUser: z.string().nullable(),
  /** A refund of it that the provider has not answered yet. */
  refundAsked: z.string().nullable(),
  paidAt: When,
})
export type PaymentView = z.output<typeof PaymentView>

/**
 * Why the operator must look at a payment. `tooLittle`: it renewed nothing. `surplus`: more than the invoice. `twice`:
 * for an invoice that was paid. `refunded`: money of a paid invoice went back. `refundRefused`: the provider does not give
 * back what an operator asked for. `closed`: the company was closed, so nothing was renewed.
 */
export const reviewReasons = ['tooLittle', 'surplus', 'twice', 'refunded', 'refundRefused', 'closed'] as const

export const ReviewView = z.object({
  id: z.number(),
  companyId: z.number(),
  companyName: z.string(),
  invoiceId: z.number(),
  reason: z.enum(reviewReasons),
  /** What is too much or was given back, or what came although it is too little: a decimal as text. */
  amount: z.string(),
  expected: z.string(),
  note: z.string(),
  createdAt: When,
  doneAt: When.nullable(),
})
export type ReviewView = z.output<typeof ReviewView>

const Reason = z.string('required').overwrite(cleanLine).min(3, 'tooShort').max(500, 'tooLong')
const CompanyId = whole(1, 2_147_483_647)

export const paymentCalls = {
  companyInvoices: endpoint({
    method: 'GET',
    path: '/billing/companies/:companyId',
    summary: "A company's invoices and its ledger, newest first",
    access: 'super',
    feature: 'none',
    params: z.object({ companyId: CompanyId }),
    answer: z.object({
      invoices: z.array(
        z.object({
          id: z.number(),
          detail: z.string(),
          dueDate: z.string(),
          status: z.enum(['open', 'paid']),
          amount: z.string(),
          /** What was paid for it, less what was given back. */
          paid: z.string(),
          paidAt: When.nullable(),
        }),
      ),
      payments: z.array(PaymentView),
    }),
  }),
  recordPayment: endpoint({
    method: 'POST',
    path: '/billing/companies/:companyId/payments',
    summary: 'Record money that came by another way, or a credit, for an invoice',
    access: 'super',
    feature: 'none',
    params: z.object({ companyId: CompanyId }),
    body: z.object({
      invoiceId: Id,
      kind: z.enum(['manual', 'credit']),
      amount: Money.refine((cents) => cents > 0, 'invalidAmount'),
      reason: Reason,
      /** The browser's id for it: the same id twice is one payment. */
      clientId: z.uuid(),
    }),
    answer: PaymentView,
  }),
  refundPayment: endpoint({
    method: 'POST',
    path: '/billing/companies/:companyId/payments/:id/refund',
    summary:
      'Give money back, by Pix through the provider that received it, or as a note of what was given back by hand',
    access: 'super',
    feature: 'none',
    params: z.object({ companyId: CompanyId, id: Id }),
    body: z.object({
      amount: Money.refine((cents) => cents > 0, 'invalidAmount'),
      reason: Reason,
      clientId: z.uuid(),
    }),
    answer: PaymentView,
  }),
  listReviews: endpoint({
    method: 'GET',
    path: '/billing/reviews',
    summary: 'Payments that the operator must look at: those that wait first, then the newest',
    access: 'super',
    feature: 'none',
    query: z.object({ pageNumber: PageNumber }),
    answer: z.object({ reviews: z.array(ReviewView), count: z.number(), open: z.number(), hasMore: z.boolean() }),
  }),
  finishReview: endpoint({
    method: 'PUT',
    path: '/billing/companies/:companyId/reviews/:id',
    summary: 'Say what was done about a payment',
    access: 'super',
    feature: 'none',
    params: z.object({ companyId: CompanyId, id: Id }),
    body: z.object({ note: Reason }),
    answer: ReviewView,
  }),
} as const
