import { type ReviewView, decimalOf, limits } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { isoTime } from '#platform/iso-time'

interface ReviewRow {
  id: number
  company_id: number
  company_name: string
  invoice_id: number
  reason: ReviewView['reason']
  amount_cents: number
  expected_cents: number
  note: string
  created_at: Date
  done_at: Date | null
}

const selectReviews = sql`
  select r.id, r.company_id, c.name as company_name, r.invoice_id, r.reason, r.amount_cents, r.expected_cents, r.note, r.created_at, r.done_at
  from payment_reviews r join companies c on c.id = r.company_id`

/** Of all companies, for the operator. */
export async function listReviews(operator: Db, pageNumber: number) {
  const { rows } = await sql<ReviewRow>`
    ${selectReviews} order by (r.done_at is null) desc, r.created_at desc
    limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(operator)
  const counted = await sql<{ count: number; open: number }>`
    select count(*) as count, count(*) filter (where done_at is null) as open from payment_reviews`.execute(operator)
  const { count, open } = counted.rows[0] ?? { count: 0, open: 0 }
  return { reviews: rows.map(presentReview), count, open, hasMore: count > pageNumber * limits.rowsPerPage }
}

/** `isNew`: false for one that is finished already, in which nothing changes. Undefined: there is none. */
export async function finishReview(
  ctx: UserCtx,
  { id, note }: { id: number; note: string },
): Promise<{ review: ReviewView; isNew: boolean } | undefined> {
  const { rows: changed } = await sql`
    update payment_reviews set done_at = now(), done_by = ${ctx.actor.userId}, note = ${note}
    where company_id = ${ctx.companyId} and id = ${id} and done_at is null returning id`.execute(ctx.db)
  const { rows } = await sql<ReviewRow>`
    ${selectReviews} where r.company_id = ${ctx.companyId} and r.id = ${id}`.execute(ctx.db)
  return rows[0] && { review: presentReview(rows[0]), isNew: changed.length > 0 }
}

const presentReview = (row: ReviewRow): ReviewView => ({
  id: row.id,
  companyId: row.company_id,
  companyName: row.company_name,
  invoiceId: row.invoice_id,
  reason: row.reason,
  amount: decimalOf(row.amount_cents),
  expected: decimalOf(row.expected_cents),
  note: row.note,
  createdAt: isoTime(row.created_at),
  doneAt: isoTime(row.done_at),
})
