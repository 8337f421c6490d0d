import { type Api, type AuditDetail, type Parsed, decimalOf, limits } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import type { Units } from '#platform/database/unit-of-work'
import type { Deps } from '#platform/deps'
import { presentPlan } from './companies.presenter.ts'
import {
  type PlanRow,
  allPlans,
  deletePlan,
  findPlan,
  insertPlan,
  listPlans,
  publicPlans,
  withPlan,
  updatePlan,
} from './plans.repository.ts'

/** Plans belong to the installation, so they are read and written with the operator's connection. */
export function plansRoutes({ routes, units }: Deps): void {
  const { operator } = units

  routes.handle('listPlans', async ({ query }) => {
    const { plans, count } = await listPlans(operator, query)
    return { plans: plans.map(presentPlan), count, hasMore: count > query.pageNumber * limits.rowsPerPage }
  })

  for (const name of ['pickPlans', 'pickPublicPlans'] as const) {
    routes.handle(name, async () => (await publicPlans(operator)).map(presentPlan))
  }

  routes.handle('allPlans', async () => (await allPlans(operator)).map(presentPlan))

  routes.handle('getPlan', async ({ params }) => presentPlan(await getPlan(params.id)))

  routes.handle('createPlan', async ({ body, run }) => {
    const plan = await insertPlan(operator, body)
    await run((ctx) => recordPlan(ctx, 'plan.created', { planId: plan.id, detail: readable(body) }))
    return presentPlan(plan)
  })

  routes.handle('updatePlan', async ({ params, body, run }) => {
    await updatePlan(operator, await getPlan(params.id), body)
    await run((ctx) => recordPlan(ctx, 'plan.changed', { planId: params.id, detail: readable(body) }))
    await reloadCompanies(units, params.id)
    return presentPlan(await getPlan(params.id))
  })

  routes.handle('deletePlan', async ({ params, run }) => {
    await getPlan(params.id)
    if (!(await deletePlan(operator, params.id))) throw badRequest('ERR_PLAN_IN_USE')
    await run((ctx) => recordPlan(ctx, 'plan.deleted', { planId: params.id, detail: {} }))
    return { message: 'Plan deleted' }
  })

  async function getPlan(id: number): Promise<PlanRow> {
    const plan = await findPlan(operator, id)
    if (!plan) throw notFound('ERR_NO_PLAN_FOUND')
    return plan
  }
}

/** Money in the log is what people read. */
const readable = (plan: Parsed<Api['updatePlan']>['body']) =>
  plan.amount === undefined ? plan : { ...plan, amount: decimalOf(plan.amount) }

/** In the operator's company: its audit log has it, and its operators see it in their lists. */
async function recordPlan(
  ctx: Ctx,
  action: 'plan.created' | 'plan.changed' | 'plan.deleted',
  { planId, detail }: { planId: number; detail: AuditDetail },
): Promise<void> {
  await audit(ctx, { action, object: 'plan', objectId: planId, detail })
  ctx.emit('planList.changed', { planId })
}

/** A changed plan changes what people may do, so their sessions are reloaded and their sockets change rooms. */
async function reloadCompanies(units: Units, planId: number): Promise<void> {
  for (const companyId of await withPlan(units.operator, planId))
    await units.run({ kind: 'system', companyId }, async (ctx) => ctx.emit('company.saved', { companyId }))
}
