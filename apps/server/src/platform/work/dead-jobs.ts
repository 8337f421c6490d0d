import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/connect.ts'

/** The payload of a job may contain anything; only a valid number counts as its company. */
export const companyOfJob: RawBuilder<number | null> =
  sql`case when data ->> 'companyId' ~ '^[0-9]{1,9}$' and jsonb_typeof(data -> 'companyId') = 'number' then (data ->> 'companyId')::int end`

/** How many jobs were given up, by company. */
export async function countDeadJobs(operator: Db): Promise<Map<number | null, number>> {
  const { rows } = await sql<{ company_id: number | null; count: number }>`
    select ${companyOfJob} as company_id, count(*) from pgboss.job where state = 'failed' group by 1`.execute(operator)
  return new Map(rows.map(({ company_id: companyId, count }) => [companyId, count]))
}
