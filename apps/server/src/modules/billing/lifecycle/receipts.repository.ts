import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface PaidInvoice {
  id: number
  detail: string
  amount_cents: number
  /** YYYY-MM-DD, in the company's time zone. */
  paid_on: string
  name: string
  email: string
  language: string
  due_date: string | null
}

/** Marks the receipt of an invoice as ordered. Undefined: it was ordered already, or is not paid. */
export async function takeReceipt(ctx: Ctx, invoiceId: number): Promise<PaidInvoice | undefined> {
  const { rows } = await sql<PaidInvoice>`
    update invoices i set receipt_at = now()
    from companies c
    where i.company_id = ${ctx.companyId} and i.id = ${invoiceId} and c.id = i.company_id
      and i.status = 'paid' and i.receipt_at is null
    returning i.id, i.detail, i.amount_cents, (i.paid_at at time zone c.timezone)::date::text as paid_on,
              c.name, c.email, c.language, c.due_date::text as due_date`.execute(ctx.db)
  return rows[0]
}
