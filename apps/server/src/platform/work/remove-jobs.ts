import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

/** Removes jobs in these states that ended more than `days` days ago. Returns how many. */
export async function removeJobs(operator: Db, states: string[], days: number, most: number): Promise<number> {
  const { rows } = await sql`
    delete from pgboss.job where (name, id) in (
      select name, id from pgboss.job
      where state::text = any (${states}::text[]) and completed_on < now() - make_interval(days => ${days}) limit ${most})
    returning id`.execute(operator)
  return rows.length
}
