import { type InvoiceView, decimalOf, limits, mostCents } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { Ctx } from '#platform/context'
import { type Db, type RawBuilder, sql } from '#platform/database/sql'
import { beginPlan, planPrice } from '#modules/companies'

export interface InvoiceRow {
  id: number
  company_id: number
  /** YYYY-MM-DD */
  due_date: string
  /** Whose offer it is: that of the plan which the company has, of another plan, or of quantities of its own. */
  choice: 'company' | 'plan' | 'own'
  plan_id: number | null
  detail: string
  users: number
  connections: number
  queues: number
  features: string[]
  recurrence: string
  amount_cents: number
  status: InvoiceView['status']
  paid_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = sql`
  i.id, i.company_id, i.due_date, i.choice, i.plan_id, i.detail, i.users, i.connections, i.queues, i.features, i.recurrence, i.amount_cents,
  i.status, i.paid_at, i.created_at, i.updated_at`

/** In days before the due date. */
const ahead = 20

/** Those that are billed: not the platform itself, nor who is switched off, nor plans that cost nothing. */
const billed = sql`c.id <> 1 and c.active and p.amount_cents > 0`

/**
 * The invoice of each due date that comes within twenty days, or is past. For all companies, or for one, in one
 * statement; returns for whom they were made. An open invoice of another date is moved instead: the due date may have been
 * changed a moment ago.
 */
export async function insertDueInvoices(operator: Db, companyId?: number): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    insert into invoices (company_id, due_date, plan_id, detail, users, connections, queues, features, recurrence, amount_cents)
    select c.id, c.due_date, p.id, p.name, p.users, p.connections, p.queues, p.features, c.recurrence, ${planPrice(sql`c.recurrence`)}
    from companies c join plans p on p.id = c.plan_id
    where ${billed} and ${within(companyId)}
      and c.due_date < (now() at time zone c.timezone)::date + ${ahead}::integer
      and not exists (select from invoices i where i.company_id = c.id and (i.due_date = c.due_date or i.status = 'open'))
    on conflict (company_id, due_date) do nothing
    returning company_id`.execute(operator)
  return companiesOf(rows)
}

/**
 * An open invoice goes with the due date and the recurrence that the operator sets, and with the plan, unless the company
 * has chosen another offer. For more or fewer months it costs more or less. Its charges stay valid: who pays an old one
 * pays this invoice. Returns whose invoices have changed.
 */
export async function moveOpenInvoices(operator: Db, companyId?: number): Promise<number[]> {
  const { rows: moved } = await sql<{ company_id: number }>`
    update invoices i
    set due_date = c.due_date, recurrence = c.recurrence, updated_at = now(),
        amount_cents = least(i.amount_cents::bigint / months_of(i.recurrence) * months_of(c.recurrence), ${sql.lit(mostCents)})
    from companies c
    where i.company_id = c.id and ${within(companyId)} and i.status = 'open' and c.due_date is not null
      and (i.due_date, i.recurrence) is distinct from (c.due_date, c.recurrence)
      and not exists (select from invoices o where o.company_id = c.id and o.due_date = c.due_date and o.id <> i.id)
      and i.id = (select max(o.id) from invoices o where o.company_id = c.id and o.status = 'open')
    returning i.company_id`.execute(operator)
  const { rows: changed } = await sql<{ company_id: number }>`
    update invoices i
    set plan_id = p.id, detail = p.name, users = p.users, connections = p.connections, queues = p.queues,
        features = p.features, amount_cents = ${planPrice(sql`i.recurrence`)}, updated_at = now()
    from companies c join plans p on p.id = c.plan_id
    where i.company_id = c.id and ${within(companyId)} and ${billed} and i.status = 'open' and i.choice = 'company'
      and i.plan_id is distinct from c.plan_id
    returning i.company_id`.execute(operator)
  return companiesOf([...moved, ...changed])
}

const companiesOf = (rows: readonly { company_id: number }[]) => rows.map(({ company_id: companyId }) => companyId)

const within = (companyId: number | undefined) => (companyId === undefined ? sql`true` : sql`c.id = ${companyId}`)

/** What is to be paid comes first, the longest due at the top. */
export async function listInvoices(
  ctx: Ctx,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from invoices i
    where i.company_id = ${ctx.companyId}
      and (${searchParam} = '' or fold(i.detail) like like_anywhere(${searchParam}) or i.id::text = ${searchParam})
    order by i.status = 'paid', case when i.status <> 'paid' then i.due_date end, i.due_date desc, i.id desc
    limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(ctx.db)
  return rows
}

/** All of them, with what was paid. */
export async function listCompanyInvoices(ctx: Ctx) {
  const { rows } = await sql<
    Pick<InvoiceRow, 'id' | 'detail' | 'due_date' | 'status' | 'amount_cents' | 'paid_at'> & { paid: number }
  >`
    select i.id, i.detail, i.due_date, i.status, i.amount_cents, i.paid_at,
           (select coalesce(sum(p.amount_cents), 0)::integer from payments p
            where p.company_id = i.company_id and p.invoice_id = i.id) as paid
    from invoices i where i.company_id = ${ctx.companyId} order by i.due_date desc, i.id desc`.execute(ctx.db)
  return rows.map((row) => ({
    id: row.id,
    detail: row.detail,
    dueDate: row.due_date,
    status: row.status,
    amount: decimalOf(row.amount_cents),
    paid: decimalOf(row.paid),
    paidAt: isoTime(row.paid_at),
  }))
}

export const findInvoice = (ctx: Ctx, id: number): Promise<InvoiceRow | undefined> => readInvoice(ctx, id, sql``)

/** Until the end of the unit of work nobody else pays or changes it. */
export const lockInvoice = (ctx: Ctx, id: number): Promise<InvoiceRow | undefined> =>
  readInvoice(ctx, id, sql`for no key update`)

async function readInvoice(ctx: Ctx, id: number, lock: RawBuilder<unknown>): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from invoices i where i.company_id = ${ctx.companyId} and i.id = ${id} ${lock}`.execute(ctx.db)
  return rows[0]
}

/** What an invoice sells. */
export type Offer = Pick<
  InvoiceRow,
  'choice' | 'plan_id' | 'detail' | 'users' | 'connections' | 'queues' | 'features' | 'amount_cents'
>

/** The open invoice of a company, if there is one. */
export async function findOpenInvoiceId(ctx: Ctx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from invoices where company_id = ${ctx.companyId} and status = 'open' order by due_date limit 1`.execute(
    ctx.db,
  )
  return rows[0]?.id
}

/** Of an open invoice. */
export async function changeOffer(ctx: Ctx, id: number, offer: Offer): Promise<void> {
  await ctx.db
    .updateTable('invoices')
    .set({ ...offer, updated_at: sql`now()` })
    .where('company_id', '=', ctx.companyId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()
}

/** The plan that a paid invoice with a choice of its own sells begins. */
export async function beginChosenPlan(ctx: Ctx, { id, choice, plan_id: planId }: InvoiceRow): Promise<void> {
  if (choice === 'company') return
  if (planId !== null) return beginPlan(ctx, planId)
  // Quantities of its own, or a plan that was deleted meanwhile.
  await sql`select begin_own_plan(${id})`.execute(ctx.db)
}

/** False: it was paid already. */
export async function markPaid(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update invoices set status = 'paid', paid_at = now(), updated_at = now()
    where company_id = ${ctx.companyId} and id = ${id} and status = 'open' returning id`.execute(ctx.db)
  return rows.length > 0
}
