import type { StoredChannel } from '@guiche/channel'
import { type Db, sql } from '#platform/database/sql'
import { hasFeature, isServed } from '#modules/companies'

/** What the token of a program leads to. */
export interface ProgramRow {
  company_id: number
  connection_id: number
  channel: StoredChannel
  status: string
  is_served: boolean
  has_feature: boolean
}

export interface NamedProgramRow extends ProgramRow {
  token_id: number
  scopes: string[]
  /** Its last use was not noted within the last minute. */
  is_use_old: boolean
}

const columns = sql`
  n.company_id, n.id as connection_id, n.channel, n.status, ${isServed} as is_served, ${hasFeature('useExternalApi')} as has_feature`

const owners = sql`
  join connections n on n.company_id = a.company_id and n.archived_at is null
  join companies c on c.id = a.company_id and c.active
  join plans p on p.id = c.plan_id`

/** By the hash of the token of a connection, in any company. */
export async function findByOwnToken(operator: Db, hash: string): Promise<ProgramRow | undefined> {
  const { rows } = await sql<ProgramRow>`
    select ${columns} from address_book a ${owners}
    where a.kind = 'api_token' and a.key = ${hash} and n.id = a.target_id`.execute(operator)
  return rows[0]
}

/** By the hash of a named token that has not ended, in any company. */
export async function findByNamedToken(operator: Db, hash: string): Promise<NamedProgramRow | undefined> {
  const { rows } = await sql<NamedProgramRow>`
    select ${columns}, t.id as token_id, t.scopes,
           coalesce(t.last_used_at < now() - interval '1 minute', true) as is_use_old
    from address_book a ${owners}
    join api_tokens t on t.company_id = a.company_id and t.id = a.target_id and t.connection_id = n.id
    where a.kind = 'named_token' and a.key = ${hash} and coalesce(t.expires_at > now(), true)`.execute(operator)
  return rows[0]
}

export async function noteUse(operator: Db, { company_id, token_id }: NamedProgramRow): Promise<void> {
  await sql`
    update api_tokens set last_used_at = now() where company_id = ${company_id} and id = ${token_id}`.execute(operator)
}
