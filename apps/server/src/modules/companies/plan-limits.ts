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
