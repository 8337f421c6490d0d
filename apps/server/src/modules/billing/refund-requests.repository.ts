import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import type { PaymentRow, Who } from './payments.repository.ts'

export interface RefundRequest {
  /** The browser's id of it, and ours at the provider. */
  clientId: string
  paymentId: number
  amountCents: number
  reason: string
  by: Who
}

/** `refused`: the provider does not give it back. */
export interface RefundRequestRow extends RefundRequest {
  status: 'asked' | 'done' | 'refused'
}

/** False: it was asked for already, or another refund of the payment is not finished yet. */
export async function insertRefundRequest(ctx: Ctx, request: RefundRequest): Promise<boolean> {
  const { rows } = await sql`
    insert into refund_requests (company_id, client_id, payment_id, amount_cents, reason, user_id, by_name)
    values (${ctx.companyId}, ${request.clientId}, ${request.paymentId}, ${request.amountCents}, ${request.reason},
            ${request.by.userId}, ${request.by.name})
    on conflict do nothing returning client_id`.execute(ctx.db)
  return rows.length > 0
}

export async function findRefundRequest(ctx: Ctx, clientId: string): Promise<RefundRequestRow | undefined> {
  const { rows } = await sql<Omit<RefundRequestRow, 'by'> & { userId: number | null; byName: string }>`
    select client_id as "clientId", payment_id as "paymentId", amount_cents as "amountCents", reason, status,
           user_id as "userId", by_name as "byName"
    from refund_requests where company_id = ${ctx.companyId} and client_id = ${clientId}`.execute(ctx.db)
  const [found] = rows
  if (!found) return undefined
  const { userId, byName, ...request } = found
  return { ...request, by: { userId, name: byName } }
}

/**
 * Whether the caller is the one who asks the provider to give it back. Who asked five minutes ago and said nothing was
 * killed.
 */
export async function claimRefund(ctx: Ctx, clientId: string): Promise<boolean> {
  const { rows } = await sql`
    update refund_requests set asking_since = now()
    where company_id = ${ctx.companyId} and client_id = ${clientId} and status = 'asked'
      and (asking_since is null or asking_since < now() - interval '5 minutes')
    returning client_id`.execute(ctx.db)
  return rows.length > 0
}

/** The provider has answered, or has failed, so the next one may ask it. */
export async function releaseRefund(ctx: Ctx, clientId: string): Promise<void> {
  await sql`
    update refund_requests set asking_since = null
    where company_id = ${ctx.companyId} and client_id = ${clientId}`.execute(ctx.db)
}

export async function setRefundStatus(ctx: Ctx, clientId: string, status: RefundRequestRow['status']): Promise<void> {
  await sql`
    update refund_requests set status = ${status}
    where company_id = ${ctx.companyId} and client_id = ${clientId}`.execute(ctx.db)
}

/** What is left of a payment after all refunds that were asked for. Negative: they are more than it was. */
export async function leftOf(ctx: Ctx, { id, amount_cents: amount }: PaymentRow): Promise<number> {
  const { rows } = await sql<{ asked: number }>`
    select coalesce(sum(amount_cents), 0)::integer as asked from refund_requests
    where company_id = ${ctx.companyId} and payment_id = ${id} and status <> 'refused'`.execute(ctx.db)
  return amount - (rows[0]?.asked ?? 0)
}

/**
 * The provider has given back this much more of a payment. Finishes the request that asked for it, and returns why and by
 * whom it was asked for. Undefined: it was done at the provider, and a request that waits still waits.
 */
export async function finishRefundRequest(
  ctx: Ctx,
  payment: { provider: string; externalId: string },
  givenBackCents: number,
): Promise<{ reason: string; by: Who } | undefined> {
  const { rows } = await sql<{ reason: string; user_id: number | null; by_name: string }>`
    update refund_requests r set status = 'done'
    from payments p
    where p.company_id = r.company_id and p.id = r.payment_id and r.company_id = ${ctx.companyId}
      and p.provider = ${payment.provider} and p.external_id = ${payment.externalId}
      and r.status = 'asked' and r.amount_cents <= ${givenBackCents}
    returning r.reason, r.user_id, r.by_name`.execute(ctx.db)
  const [asked] = rows
  return asked && { reason: asked.reason, by: { userId: asked.user_id, name: asked.by_name } }
}

/** Requests of all companies that no provider has answered yet. */
export async function refundsInProgress(operator: Db): Promise<{ companyId: number; clientId: string }[]> {
  const { rows } = await sql<{ companyId: number; clientId: string }>`
    select company_id as "companyId", client_id as "clientId" from refund_requests where status = 'asked'`.execute(
    operator,
  )
  return rows
}
