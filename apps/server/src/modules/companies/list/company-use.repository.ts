import { type Db, sql } from '#platform/database/sql'
import { countDeadJobs } from '#platform/work/dead-jobs'
import { oldestUnsentAt } from './company-filters.ts'

export interface CompanyUseRow {
  company_id: number
  queues: number
  connections_up: number
  messages: number
  bytes: number
  oldest_unsent_at: Date | null
  dead_letters: number
}

/** For the operator: what these companies use. Each number is a range of an index of one company, so name few. */
export async function findUse(operator: Db, ids: readonly number[]): Promise<Map<number, CompanyUseRow>> {
  const [{ rows }, deadJobs] = await Promise.all([
    sql<CompanyUseRow>`
      select c.id as company_id,
        (select count(*) from queues q where q.company_id = c.id and q.archived_at is null) as queues,
        (select count(*) from connections n
         where n.company_id = c.id and n.archived_at is null and n.status = 'connected') as connections_up,
        (select count(*) from messages m
         where m.company_id = c.id and m.sent_at > now() - interval '24 hours' and not m.is_private) as messages,
        (select coalesce(sum(f.bytes), 0)::bigint from files f where f.company_id = c.id and f.state = 'ready') as bytes,
        ${oldestUnsentAt} as oldest_unsent_at,
        (select count(*) from inbox i where i.company_id = c.id and i.dead_at is not null) as dead_letters
      from companies c where c.id = any (${[...ids]}::integer[])`.execute(operator),
    countDeadJobs(operator),
  ])
  return new Map(
    rows.map((row) => [
      row.company_id,
      { ...row, dead_letters: row.dead_letters + (deadJobs.get(row.company_id) ?? 0) },
    ]),
  )
}
