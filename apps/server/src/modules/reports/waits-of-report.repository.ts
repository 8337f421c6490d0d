import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface WaitRecord {
  /** The attendance. */
  turn_id: number | null
  began_at: Date
  ended_at: Date
  seconds: number
  service_seconds: number
  ended_by: 'user' | 'phone' | 'nobody'
  is_first: boolean
  user_name: string | null
  queue_name: string | null
}

/** The waits in these attendances that have ended, as they ended. */
export async function waitsOf(ctx: Ctx, attendanceIds: readonly number[]): Promise<WaitRecord[]> {
  const { rows } = await sql<WaitRecord>`
    select w.turn_id, w.began_at, w.ended_at, w.seconds, w.service_seconds, w.ended_by, w.is_first,
           u.name as user_name, q.name as queue_name
    from ticket_waits w
    left join users u on u.company_id = w.company_id and u.id = w.user_id
    left join queues q on q.company_id = w.company_id and q.id = w.queue_id
    where w.company_id = ${ctx.companyId} and w.turn_id = any (${[...attendanceIds]}::bigint[])
    order by w.ended_at, w.id`.execute(ctx.db)
  return rows
}
