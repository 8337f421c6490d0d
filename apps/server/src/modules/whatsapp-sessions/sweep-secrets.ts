import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'

/** Deletes expired secrets, such as sent messages that are kept some days to be sent again. */
export async function sweepSecrets({ units }: Pick<Deps, 'units'>): Promise<void> {
  await sql`delete from connection_secrets where until <= now()`.execute(units.operator)
}
