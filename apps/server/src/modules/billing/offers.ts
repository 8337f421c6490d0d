import { type Api, type Parsed, customPlan, customPlanCents } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { AppError, notFound } from '#platform/errors'
import { type PlanRow, findPlan, findOrAddPrivatePlan } from '#modules/companies'
import type { InvoiceRow, Offer } from './invoices.repository.ts'

type Wish = Pick<Parsed<Api['subscribe']>['body'], 'plan' | 'users' | 'connections'>

/**
 * What the company wants to pay for: a public plan, the invoice as it is, or quantities of its own. Prices come from the
 * plan or from the price list, never from the caller.
 */
export async function chooseOffer(ctx: Ctx, operator: Db, invoice: InvoiceRow, wish: Wish): Promise<Offer> {
  if (wish.plan !== null) return offerOf(await choosePlan(ctx, wish.plan, invoice))
  const { users, connections } = wish
  const isOwn = users && connections && (users !== invoice.users || connections !== invoice.connections)
  if (!isOwn) return invoice
  return offerOf(await ownPlan(ctx, operator, { users, connections }))
}

/** A plan that is not public does not exist for them, unless they have it. */
async function choosePlan(ctx: Ctx, planId: number, invoice: InvoiceRow): Promise<PlanRow> {
  const plan = await findPlan(ctx.db, planId)
  if (!plan || !(plan.is_public || plan.id === invoice.plan_id || plan.id === (await currentPlanId(ctx))))
    throw notFound('ERR_NO_PLAN_FOUND')
  return plan
}

async function currentPlanId(ctx: Ctx): Promise<number | undefined> {
  const { rows } = await sql<{ plan_id: number }>`select plan_id from companies where id = ${ctx.companyId}`.execute(
    ctx.db,
  )
  return rows[0]?.plan_id
}

/** A private plan of this company, with the features and queues of the one that it has. */
async function ownPlan(ctx: Ctx, operator: Db, quantities: { users: number; connections: number }): Promise<PlanRow> {
  const current = await findPlan(ctx.db, (await currentPlanId(ctx)) ?? 0)
  if (!current) throw notFound('ERR_NO_PLAN_FOUND')
  return findOrAddPrivatePlan(operator, {
    name: `Personalizado ${quantities.users}/${quantities.connections} (${ctx.companyId})`,
    ...quantities,
    queues: Math.max(current.queues, customPlan.least),
    amountCents: customPlanCents(quantities),
    features: current.features,
  })
}

const offerOf = (plan: PlanRow): Offer => ({
  plan_id: plan.id,
  detail: plan.name,
  users: plan.users,
  connections: plan.connections,
  queues: plan.queues,
  features: plan.features,
  amount_cents: plan.amount_cents,
})

const counted = ['users', 'connections', 'queues'] as const

/** Throws ERR_PLAN_TOO_SMALL (400) if more is in use than the offer allows. */
export async function assertLargeEnough(ctx: Ctx, offer: Offer): Promise<void> {
  for (const kind of counted) {
    const { rows } = await sql<{ used: number }>`
      select count(*) as used from ${sql.table(kind)} where company_id = ${ctx.companyId} and archived_at is null`.execute(
      ctx.db,
    )
    const used = rows[0]?.used ?? 0
    if (used > offer[kind]) throw new AppError('ERR_PLAN_TOO_SMALL', 400, { kind, used, most: offer[kind] })
  }
}
