import { type Db, sql } from '#platform/database/sql'
import { companyOfJob } from '#platform/work/dead-jobs'
import { reviveEntry } from '#modules/inbound'

export interface DeadLetter {
  id: string
  kind: 'job' | 'inbox'
  name: string
  companyId: number | null
  companyName: string | null
  attempts: number
  reason: string
  createdAt: string
}

interface Row {
  id: string
  kind: 'job' | 'inbox'
  name: string
  company_id: number | null
  company_name: string | null
  attempts: number
  reason: string | null
  created_at: Date
}

/** Newest first. The id of a job is `queue:id`, that of an inbox entry `company:id`. */
export async function listDeadLetters(operator: Db): Promise<DeadLetter[]> {
  const { rows } = await sql<Row>`
    select d.*, c.name as company_name from (
      select company_id || ':' || id as id, 'inbox' as kind, payload ->> 'kind' as name, company_id, attempts::int, error as reason, received_at as created_at
      from inbox where dead_at is not null
      union all
      select name || ':' || id, 'job', concat_ws(' ', name, data ->> 'follower'), ${companyOfJob}, retry_count + 1, left(output ->> 'message', 500), created_on
      from pgboss.job where state = 'failed'
      order by created_at desc limit 200) d
    left join companies c on c.id = d.company_id
    order by d.created_at desc`.execute(operator)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    companyId: row.company_id,
    companyName: row.company_name,
    attempts: row.attempts,
    reason: row.reason ?? '',
    createdAt: row.created_at.toISOString(),
  }))
}

export async function reviveInboxEntry(operator: Db, id: string): Promise<boolean> {
  const match = /^(\d{1,9}):(\d{1,15})$/.exec(id)
  return match ? reviveEntry(operator, { companyId: Number(match[1]), id: Number(match[2]) }) : false
}
