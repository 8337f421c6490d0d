import { limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'

type Counted = 'users' | 'connections' | 'queues'

/** Serialises units of work of a company from here to their end. */
export async function lockCompany(ctx: Ctx): Promise<void> {
  await sql`select from companies where id = ${ctx.companyId} for no key update`.execute(ctx.db)
}

/**
 * Call it in the unit of work that adds one: throws unless the plan has room (S65). Concurrent calls wait for each
 * other.
 */
export async function assertWithinPlan(ctx: Ctx, kind: Counted): Promise<void> {
  await lockCompany(ctx)
  const { rows } = await sql<{ most: number; used: number }>`
    select p.${sql.ref(kind)} as most, (select count(*) from ${sql.table(kind)} where company_id = ${ctx.companyId} and archived_at is null) as used
    from companies c join plans p on p.id = c.plan_id where c.id = ${ctx.companyId}`.execute(ctx.db)
  const { most, used } = rows[0] ?? { most: 0, used: 0 }
  if (used >= most) throw new AppError('ERR_PLAN_LIMIT', 403, { limit: most })
}

/** How much the company may reach by campaigns (S66). */
export interface Reach {
  /** In one contact list. */
  listPeople: number
  /** Of one campaign. */
  campaignPeople: number
  /** Messages of all campaigns; null: no limit. */
  perHour: number | null
}

/** By the plan of the company, and never more than the installation allows. */
export async function readReach(ctx: Ctx): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select least(p.contact_list_people, ${limits.contactListItems}) as "listPeople",
      least(p.campaign_people, ${limits.contactListItems}) as "campaignPeople", p.campaigns_per_hour as "perHour"
    from companies c join plans p on p.id = c.plan_id where c.id = ${ctx.companyId}`.execute(ctx.db)
  return rows[0] ?? { listPeople: 0, campaignPeople: 0, perHour: null }
}
