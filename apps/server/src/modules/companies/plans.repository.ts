import { type Api, type Parsed, limits, mostCents } from '@guiche/contract'
import { type Db, type RawBuilder, sql } from '#platform/database/sql'
import type { Ctx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import { withFlags } from './plan-features.ts'

export interface PlanRow {
  id: number
  name: string
  users: number
  connections: number
  queues: number
  contact_list_people: number | null
  campaign_people: number | null
  campaigns_per_hour: number | null
  amount_cents: number
  is_public: boolean
  features: string[]
  /** Text when the row was read as JSON together with another one. */
  created_at: Date | string
  updated_at: Date | string
}

const columns = sql`
  id, name, users, connections, queues, contact_list_people, campaign_people, campaigns_per_hour, amount_cents, is_public, features, created_at, updated_at`

export async function listPlans(db: Db, { searchParam, pageNumber }: { searchParam: string; pageNumber: number }) {
  const matching = sql`from plans where ${searchParam} = '' or fold(name) like like_anywhere(${searchParam})`
  const { rows: plans } = await sql<PlanRow>`
    select ${columns} ${matching} order by fold(name), id
    limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(db)
  const { rows } = await sql<{ count: number }>`select count(*) ${matching}`.execute(db)
  return { plans, count: rows[0]?.count ?? 0 }
}

export async function allPlans(db: Db): Promise<PlanRow[]> {
  return (await sql<PlanRow>`select ${columns} from plans order by amount_cents, id`.execute(db)).rows
}

export async function publicPlans(db: Db): Promise<PlanRow[]> {
  return (await sql<PlanRow>`select ${columns} from plans where is_public order by amount_cents, id`.execute(db)).rows
}

export async function findPlans(db: Db, ids: readonly number[]): Promise<PlanRow[]> {
  return (await sql<PlanRow>`select ${columns} from plans where id = any (${[...ids]}::bigint[])`.execute(db)).rows
}

/** In cents: `planCents` of the contract, for a row of `plans p`. */
export const planPrice = (recurrence: RawBuilder<unknown>): RawBuilder<number> =>
  sql`least(p.amount_cents::bigint * months_of(${recurrence}), ${sql.lit(mostCents)})::integer`

export async function findPlan(db: Db, id: number): Promise<PlanRow | undefined> {
  return (await sql<PlanRow>`select ${columns} from plans where id = ${id}`.execute(db)).rows[0]
}

/** Locks it until the end of the transaction. */
export async function lockPlan(operator: Db, id: number): Promise<PlanRow | undefined> {
  return (await sql<PlanRow>`select ${columns} from plans where id = ${id} for no key update`.execute(operator)).rows[0]
}

/** Whether there is a plan of each id. */
export async function areKnownPlans(db: Db, ids: readonly number[]): Promise<boolean> {
  const named = [...new Set(ids)]
  const { rows } = await sql<{ count: number }>`
    select count(*) from plans where id = any (${named}::bigint[])`.execute(db)
  return rows[0]?.count === named.length
}

/** The company of the unit of work has this plan from now on. */
export async function beginPlan(ctx: Ctx, planId: number): Promise<void> {
  await sql`update companies set plan_id = ${planId}, updated_at = now() where id = ${ctx.companyId}`.execute(ctx.db)
}

type NewPlan = Parsed<Api['createPlan']>['body']
type PlanChange = Parsed<Api['updatePlan']>['body']

export async function insertPlan(db: Db, plan: NewPlan): Promise<PlanRow> {
  const { rows } = await sql<PlanRow>`
    insert into plans (name, users, connections, queues, contact_list_people, campaign_people, campaigns_per_hour, amount_cents, is_public, features)
    values (${plan.name}, ${plan.users}, ${plan.connections}, ${plan.queues}, ${plan.contactListPeople}, ${plan.campaignPeople}, ${plan.campaignsPerHour}, ${plan.amount}, ${plan.isPublic}, ${withFlags([], plan)})
    on conflict (name) do nothing returning ${columns}`.execute(db)
  if (!rows[0]) throw badRequest('ERR_PLAN_NAME_ALREADY_EXISTS')
  return rows[0]
}

export async function updatePlan(db: Db, plan: PlanRow, change: PlanChange): Promise<void> {
  const changed = db
    .updateTable('plans')
    .set({
      name: change.name,
      users: change.users,
      connections: change.connections,
      queues: change.queues,
      contact_list_people: change.contactListPeople,
      campaign_people: change.campaignPeople,
      campaigns_per_hour: change.campaignsPerHour,
      amount_cents: change.amount,
      is_public: change.isPublic,
      features: withFlags(plan.features, change),
      updated_at: sql`now()`,
    })
    .where('id', '=', plan.id)
    .execute()
  await refusing(changed, { plans_name_key: () => badRequest('ERR_PLAN_NAME_ALREADY_EXISTS') })
}

/** Ids of the companies that have the plan. */
export async function withPlan(operator: Db, planId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from companies where plan_id = ${planId} order by id`.execute(
    operator,
  )
  return rows.map(({ id }) => id)
}

/** Refuses if a company has the plan. */
export async function deletePlan(db: Db, id: number): Promise<void> {
  const deleted = db.deleteFrom('plans').where('id', '=', id).execute()
  await refusing(deleted, { [ofCompany]: () => badRequest('ERR_PLAN_IN_USE') })
}

/** The constraint that a company has a plan. */
const ofCompany = 'companies_plan_id_fkey'

/** What gives a company a plan is refused if the plan is deleted at the same moment. */
export const refusingDeletedPlan = <T>(work: Promise<T>): Promise<T> =>
  refusing(work, { [ofCompany]: () => notFound('ERR_NO_PLAN_FOUND') })
