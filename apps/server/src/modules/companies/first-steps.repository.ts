import type { FirstSteps } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** A phone that was linked once counts, and so does a ticket: a lost connection does not undo the step. */
export async function findFirstSteps({ companyId, db }: Ctx): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    select
      message or exists (
        select from connections n
        where n.company_id = ${companyId} and n.archived_at is null and (n.status = 'connected' or n.number is not null)
      ) as connection,
      exists (
        select from connection_queues cq
        join connections n on n.company_id = cq.company_id and n.id = cq.connection_id and n.archived_at is null
        join queues q on q.company_id = cq.company_id and q.id = cq.queue_id and q.archived_at is null
        where cq.company_id = ${companyId}
      ) as queue,
      (select count(*) from (
        select from users u where u.company_id = ${companyId} and u.archived_at is null limit 2
      ) as found) > 1 as colleague,
      message
    from (select exists (select from tickets t where t.company_id = ${companyId}) as message) as arrived`.execute(db)
  const [steps] = rows
  if (!steps) throw new Error('the statement returns one row')
  return steps
}
