import { mostCents } from '@guiche/contract'
import { type RawBuilder, sql } from '#platform/database/sql'

/** In cents: `planCents` of the contract, for a row of `plans p`. */
export const planPrice = (recurrence: RawBuilder<unknown>): RawBuilder<number> =>
  sql`least(p.amount_cents::bigint * months_of(${recurrence}), ${sql.lit(mostCents)})::integer`
