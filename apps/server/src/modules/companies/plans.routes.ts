import { type Api, type Parsed, decimalOf, limits } from '@guiche/contract'
import { audit, changesOf } from '#platform/audit'
import type { UserActor } from '#platform/context'
import type { Db } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import type { Deps } from '#platform/deps'
import { notFound } from '#platform/errors'
import { presentPlan } from './companies.presenter.ts'
import { emitForInstallation } from './tell-companies.ts'
import {
  type PlanRow,
  allPlans,
  deletePlan,
  findPlan,
  insertPlan,
  listPlans,
  lockPlan,
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

  routes.handle('getPlan', async ({ params }) => presentPlan(found(await findPlan(operator, params.id))))

  routes.handle('createPlan', async ({ actor, body }) => {
    const plan = await operator.transaction().execute(async (db) => {
      const made = await insertPlan(db, body)
      await record(db, actor, { action: 'plan.created', objectId: made.id, detail: readable(body) })
      return made
    })
    await emitForInstallation(units, 'planList.changed', { planId: plan.id })
    return presentPlan(plan)
  })

  routes.handle('updatePlan', async ({ actor, params: { id }, body }) => {
    const changed = await operator.transaction().execute(async (db) => {
      const before = found(await lockPlan(db, id))
      await updatePlan(db, before, body)
      const after = found(await findPlan(db, id))
      const detail = changesOf(presentPlan(before), presentPlan(after)) ?? {}
      await record(db, actor, { action: 'plan.changed', objectId: id, detail })
      return after
    })
    await emitForInstallation(units, 'planList.changed', { planId: id })
    await reloadCompanies(units, id)
    return presentPlan(changed)
  })

  routes.handle('deletePlan', async ({ actor, params: { id } }) => {
    await operator.transaction().execute(async (db) => {
      const { name } = found(await lockPlan(db, id))
      await deletePlan(db, id)
      await record(db, actor, { action: 'plan.deleted', objectId: id, detail: { name } })
    })
    await emitForInstallation(units, 'planList.changed', { planId: id })
    return { message: 'Plan deleted' }
  })
}

function found(plan: PlanRow | undefined): PlanRow {
  if (!plan) throw notFound('ERR_NO_PLAN_FOUND')
  return plan
}

/** Money in the log is what people read. */
const readable = (plan: Parsed<Api['createPlan']>['body']) => ({ ...plan, amount: decimalOf(plan.amount) })

type Entry = Pick<Parameters<typeof audit>[1], 'action' | 'objectId' | 'detail'>

/** In the operator's company, in the transaction of the change. */
const record = (db: Db, actor: UserActor, entry: Entry) =>
  audit({ db, companyId: actor.companyId, actor }, { object: 'plan', ...entry })

/** A changed plan changes what people may do, so their sessions are reloaded and their sockets change rooms. */
async function reloadCompanies(units: Units, planId: number): Promise<void> {
  for (const companyId of await withPlan(units.operator, planId))
    await units.run({ kind: 'system', companyId }, async (ctx) => ctx.emit('company.saved', { companyId }))
}
