import { type Api, type Parsed, customPlan, customPlanCents, planCents } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError, notFound } from '#platform/errors'
import { type PlanRow, findPlan } from '#modules/companies'
import type { InvoiceRow, Offer } from './invoices.repository.ts'

type Wish = Pick<Parsed<Api['subscribe']>['body'], 'plan' | 'users' | 'connections'>

/**
 * What the company wants to pay for: a plan, the invoice as it is, or quantities of its own. Prices come from the plan or
 * from the price list, never from the caller.
 */
export async function chooseOffer(ctx: Ctx, invoice: InvoiceRow, { plan, users, connections }: Wish): Promise<Offer> {
  if (plan !== null) return offerOf(ctx, await choosePlan(ctx, plan, invoice), invoice.recurrence)
  if (!users || !connections) return invoice
  return ownOffer(ctx, { users, connections }, invoice.recurrence)
}

/** A plan that is not public does not exist for them, unless they have it. One that costs nothing is not sold. */
async function choosePlan(ctx: Ctx, planId: number, invoice: InvoiceRow): Promise<PlanRow> {
  const plan = await findPlan(ctx.db, planId)
  const isTheirs = plan && (plan.id === invoice.plan_id || plan.id === (await currentPlanId(ctx)))
  if (!plan || !(plan.is_public || isTheirs) || plan.amount_cents === 0) throw notFound('ERR_NO_PLAN_FOUND')
  return plan
}

async function offerOf(ctx: Ctx, plan: PlanRow, recurrence: string): Promise<Offer> {
  return {
    choice: plan.id === (await currentPlanId(ctx)) ? 'company' : 'plan',
    plan_id: plan.id,
    detail: plan.name,
    users: plan.users,
    connections: plan.connections,
    queues: plan.queues,
    features: plan.features,
    amount_cents: planCents(plan.amount_cents, recurrence),
  }
}

/** It has the features and queues of the plan that the company has. It becomes a plan when it is paid. */
async function ownOffer(
  ctx: Ctx,
  quantities: { users: number; connections: number },
  recurrence: string,
): Promise<Offer> {
  const current = await findPlan(ctx.db, (await currentPlanId(ctx)) ?? 0)
  if (!current) throw notFound('ERR_NO_PLAN_FOUND')
  return {
    choice: 'own',
    plan_id: null,
    detail: `Personalizado ${quantities.users}/${quantities.connections}`,
    ...quantities,
    queues: Math.max(current.queues, customPlan.least),
    features: current.features,
    amount_cents: customPlanCents(quantities, recurrence),
  }
}

async function currentPlanId(ctx: Ctx): Promise<number | undefined> {
  const { rows } = await sql<{ plan_id: number }>`select plan_id from companies where id = ${ctx.companyId}`.execute(
    ctx.db,
  )
  return rows[0]?.plan_id
}

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
