import { channelsThat } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'

/** A number that its phone reaches now has no account. */
const withTemplates = channelsThat(({ templates }) => templates)

/** One connection of each account that can be asked, in companies that are served. */
export async function connectionsToSync(operator: Db): Promise<{ company_id: number; connection_id: number }[]> {
  const { rows } = await sql<{ company_id: number; connection_id: number }>`
    select distinct on (o.company_id, o.account_id) o.company_id, o.connection_id
    from official_numbers o
    join network_accounts a on a.company_id = o.company_id and a.connection_id = o.connection_id and a.ended_because is null
    join connections n on n.company_id = o.company_id and n.id = o.connection_id and n.archived_at is null and n.channel = any (${withTemplates}::text[])
    join companies c on c.id = o.company_id and c.active
    order by o.company_id, o.account_id, o.connection_id`.execute(operator)
  return rows
}

/** A connection that opens the account, if one does. */
export async function connectionOfAccount({ companyId, db }: Ctx, accountId: string): Promise<number | undefined> {
  const { rows } = await sql<{ connection_id: number }>`
    select o.connection_id from official_numbers o
    join network_accounts a on a.company_id = o.company_id and a.connection_id = o.connection_id
    join connections n on n.company_id = o.company_id and n.id = o.connection_id
    where o.company_id = ${companyId} and o.account_id = ${accountId} and n.archived_at is null and n.channel = any (${withTemplates}::text[])
    order by (a.ended_because is null) desc, o.connection_id limit 1`.execute(db)
  return rows[0]?.connection_id
}
