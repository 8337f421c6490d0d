import type { Ctx } from '../context.ts'
import { sql } from './sql.ts'

/** The number of the newest fact of a company; 0 if it has none. */
export async function lastFactNumber({ db, companyId }: Pick<Ctx, 'db' | 'companyId'>): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last from event_heads where company_id = ${companyId}`.execute(db)
  return rows[0]?.last ?? 0
}
