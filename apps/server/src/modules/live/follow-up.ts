import { sql } from '#platform/database/sql'
import type { NumberedFact } from '#platform/facts'
import type { Parts } from '#platform/parts'

/** At a start: what had to follow from facts that a killed process had committed and had not come to. They are kept longer than a start takes. */
export async function followUp({ units, publisher }: Pick<Parts, 'units' | 'publisher'>): Promise<void> {
  const { rows } = await sql<NumberedFact & { company_id: number }>`
    select company_id, number, kind, ids from events
    where kind = any (${publisher.followed()}::text[]) order by company_id, number`.execute(units.operator)
  for (const { company_id: companyId, ...fact } of rows) await publisher.followUp(companyId, fact)
}
