import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { hasFeature, isServed } from '#modules/companies'

/** Whether campaigns of the company run now: its plan includes them, and it is served. */
export async function mayRun({ companyId, db }: Ctx): Promise<boolean> {
  const { rows } = await sql`
    select from companies c join plans p on p.id = c.plan_id
    where c.id = ${companyId} and ${isServed} and ${hasFeature('useCampaigns')}`.execute(db)
  return rows.length > 0
}
