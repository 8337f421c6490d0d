import type { PaymentView, ReviewView } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface PaymentRow {
  id: number
  company_id: number
  invoice_id: number
  charge_id: number | null
  kind: PaymentView['kind']
  amount_cents: number
  provider: string
  external_id: string | null
  reason: string
  by_name: string
  paid_at: Date
}

/** `asked_cents`: a refund that its provider has not answered yet. */
export type ListedPaymentRow = PaymentRow & { asked_cents: number | null }

/** Who entered it. The name is kept, because the ledger outlives people. */
export interface Who {
  userId: number | null
  name: string
}

export interface NewPayment {
  invoiceId: number
  chargeId?: number
  /** Of a refund: the payment that it gives back. */
  paymentId?: number | undefined
  kind: PaymentView['kind']
  /** Negative for a refund. */
  amountCents: number
  provider?: string
  externalId?: string
  clientId?: string
  reason?: string
  by?: Who
  paidAt?: Date
}

/** Adds to the ledger. Undefined: it is there already. */
export async function insertPayment(ctx: Ctx, payment: NewPayment): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into payments (company_id, invoice_id, charge_id, payment_id, kind, amount_cents, provider, external_id, client_id, reason, user_id, by_name, paid_at)
    values (${ctx.companyId}, ${payment.invoiceId}, ${payment.chargeId ?? null}, ${payment.paymentId ?? null},
            ${payment.kind}, ${payment.amountCents}, ${payment.provider ?? ''}, ${payment.externalId ?? null}, ${payment.clientId ?? null}, ${payment.reason ?? ''},
            ${payment.by?.userId ?? null}, ${payment.by?.name ?? ''}, coalesce(${payment.paidAt ?? null}::timestamptz, now()))
    on conflict do nothing returning id`.execute(ctx.db)
  return rows[0]?.id
}

const columns = sql`
  p.id, p.company_id, p.invoice_id, p.charge_id, p.kind, p.amount_cents, p.provider, p.external_id, p.reason, p.by_name, p.paid_at`

/** The ledger of the company, newest first. */
export async function listPayments(ctx: Ctx): Promise<ListedPaymentRow[]> {
  const { rows } = await sql<ListedPaymentRow>`
    select ${columns}, r.amount_cents as asked_cents
    from payments p
    left join refund_requests r on r.company_id = p.company_id and r.payment_id = p.id and r.status = 'asked'
    where p.company_id = ${ctx.companyId} order by p.paid_at desc, p.id desc`.execute(ctx.db)
  return rows
}

export async function findPayment(ctx: Ctx, id: number): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from payments p where p.company_id = ${ctx.companyId} and p.id = ${id}`.execute(ctx.db)
  return rows[0]
}

export async function findProviderPaymentId(
  ctx: Ctx,
  { provider, externalId }: { provider: string; externalId: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from payments
    where company_id = ${ctx.companyId} and provider = ${provider} and external_id = ${externalId}`.execute(ctx.db)
  return rows[0]?.id
}

export async function findPaymentByClientId(ctx: Ctx, clientId: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from payments p where p.company_id = ${ctx.companyId} and p.client_id = ${clientId}`.execute(
    ctx.db,
  )
  return rows[0]
}

export interface Balance {
  /** What came for the invoice less what went back. */
  paid: number
  /** How many times it was paid, by whatever way. */
  payments: number
  refunded: number
}

export async function balanceOf(ctx: Ctx, invoiceId: number): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select coalesce(sum(amount_cents), 0)::integer as paid,
           count(*) filter (where amount_cents > 0)::integer as payments,
           coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0)::integer as refunded
    from payments where company_id = ${ctx.companyId} and invoice_id = ${invoiceId}`.execute(ctx.db)
  return rows[0] ?? { paid: 0, payments: 0, refunded: 0 }
}

/** What the ledger says was given back of a provider's payment. */
export async function refundedOf(ctx: Ctx, payment: { provider: string; externalId: string }): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(amount_cents), 0)::integer as cents from payments
    where company_id = ${ctx.companyId} and provider = ${payment.provider} and kind = 'refund'
      and starts_with(external_id, ${`${payment.externalId}:`})`.execute(ctx.db)
  return rows[0]?.cents ?? 0
}

export interface NewReview {
  invoiceId: number
  reason: ReviewView['reason']
  amountCents: number
  expectedCents: number
}

/** One that waits for the same reason is brought up to date instead. */
export async function insertReview(ctx: Ctx, review: NewReview): Promise<void> {
  await sql`
    insert into payment_reviews (company_id, invoice_id, reason, amount_cents, expected_cents)
    values (${ctx.companyId}, ${review.invoiceId}, ${review.reason}, ${review.amountCents}, ${review.expectedCents})
    on conflict (company_id, invoice_id, reason) where done_at is null
      do update set amount_cents = excluded.amount_cents, expected_cents = excluded.expected_cents`.execute(ctx.db)
}

/** Nobody has to look at it any more. */
export async function dropReviews(ctx: Ctx, invoiceId: number, reasons: ReviewView['reason'][]): Promise<void> {
  await sql`
    update payment_reviews set done_at = now()
    where company_id = ${ctx.companyId} and invoice_id = ${invoiceId} and reason = any (${reasons}) and done_at is null`.execute(
    ctx.db,
  )
}
