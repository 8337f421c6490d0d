import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

/** Facts are kept for those who come back soon; later they fetch everything anyway. */
export async function removeOldFacts(operator: Db): Promise<void> {
  await sql`delete from events where created_at < now() - interval '10 minutes'`.execute(operator)
}
