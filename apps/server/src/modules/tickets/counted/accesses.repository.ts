import { type Db, sql } from '#platform/database/sql'

/** In days. */
const keptFor = sql.lit(90)

/** Who has opened tickets. Everything else in the log stays, so that the numbers can be counted again. */
export async function removeOldAccesses(operator: Db, most: number): Promise<number> {
  const { rows } = await sql`
    delete from ticket_log where (company_id, id) in (
      select company_id, id from ticket_log
      where kind = 'access' and created_at < now() - make_interval(days => ${keptFor}) order by created_at limit ${most})
    returning id`.execute(operator)
  return rows.length
}
