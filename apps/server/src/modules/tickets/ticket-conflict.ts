import type { TicketConflict } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError, notFound } from '#platform/errors'

/**
 * The error that says who has the ticket, in which queue and since when. Clients show it in a dialog and expect user and
 * queue to be present (docs/requirements/service.md, section 7).
 */
export async function conflict(ctx: Ctx, ticketId: number): Promise<AppError> {
  const { rows } = await sql<{
    id: number
    uuid: string
    status: string
    user_id: number | null
    user_name: string | null
    queue_id: number | null
    queue_name: string | null
    color: string | null
    since: Date
  }>`
    select t.id, t.uuid, t.status, t.user_id, u.name as user_name, t.queue_id, q.name as queue_name, q.color,
           coalesce((select max(l.created_at) from ticket_log l where l.company_id = t.company_id and l.ticket_id = t.id and l.kind in ('open', 'receivedTransfer', 'create', 'reopen')), t.created_at) as since
    from tickets t
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    where t.company_id = ${ctx.companyId} and t.id = ${ticketId}`.execute(ctx.db)
  const [row] = rows
  if (!row) return notFound('ERR_NO_TICKET_FOUND')
  const details: TicketConflict = {
    id: row.id,
    uuid: row.uuid,
    status: row.status === 'open' || row.status === 'group' ? row.status : 'pending',
    userId: row.user_id,
    user: { id: row.user_id ?? 0, name: row.user_name ?? '' },
    queue: { id: row.queue_id ?? 0, name: row.queue_name ?? '', color: row.color ?? '' },
    since: row.since.toISOString(),
  }
  return new AppError('ERR_OTHER_OPEN_TICKET', 409, details)
}
