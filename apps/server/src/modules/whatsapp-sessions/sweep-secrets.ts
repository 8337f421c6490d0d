import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'

/** Takes away what sessions kept for some days only: what they sent, for phones that could not read it. */
export async function sweepSecrets({ units }: Pick<Deps, 'units'>): Promise<void> {
  await sql`delete from connection_secrets where until <= now()`.execute(units.operator)
}
