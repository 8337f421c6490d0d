import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

/** Browsers that reconnect later than this fetch everything again. */
export async function removeOldFacts(operator: Db): Promise<void> {
  await sql`delete from events where created_at < now() - interval '10 minutes'`.execute(operator)
}
