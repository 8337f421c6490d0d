import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'

/**
 * Whether a connection can write to the identity `i`, as SQL. Ids of users count in the portfolio of their number alone: in another
 * one they may be somebody else's.
 */
export const isWithinPortfolio = (connectionId: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`
  (i.kind <> 'business_user' or split_part(i.value, ':', 1) = (
    select coalesce(o.portfolio_id, o.account_id) from official_numbers o
    where o.company_id = i.company_id and o.connection_id = ${connectionId}))`
