import type { QueueRef, UserView } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** A user without the hash of the password. */
export interface UserRow {
  id: number
  company_id: number
  name: string
  email: string
  profile: UserView['profile']
  is_super: boolean
  language: string
  theme: UserView['defaultTheme']
  menu: UserView['defaultMenu']
  opens_next_ticket: boolean
  /** HH:MM:SS */
  work_starts: string
  work_ends: string
  sees_all_tickets: boolean
  sees_groups: boolean
  sees_dashboard: boolean
  sees_real_time: boolean
  manages_connections: boolean
  connection_id: number | null
  farewell_message: string
  phone: string | null
  color: string | null
  avatar_key: string | null
  queues: QueueRef[]
  created_at: Date
  updated_at: Date
}

/** Callers append `where u.company_id = …`. */
export const selectUsers = sql`
  select u.id, u.company_id, u.name, u.email, u.profile, u.is_super, u.language, u.theme, u.menu, u.opens_next_ticket, u.work_starts,
         u.work_ends, u.sees_all_tickets, u.sees_groups, u.sees_dashboard, u.sees_real_time, u.manages_connections, u.connection_id,
         u.farewell_message, u.phone, u.color, u.created_at, u.updated_at, f.storage_key as avatar_key,
         (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.position, q.id), '[]')
          from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id and q.archived_at is null
          where uq.company_id = u.company_id and uq.user_id = u.id) as queues
  from users u left join files f on f.company_id = u.company_id and f.id = u.avatar_file_id`

/** Without those who have been deleted. */
export async function findUsers(ctx: Ctx, ids: readonly number[]): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    ${selectUsers} where u.company_id = ${ctx.companyId} and u.id = any (${ids}::bigint[]) and u.archived_at is null`.execute(
    ctx.db,
  )
  return rows
}

export async function findUser(ctx: Ctx, id: number): Promise<UserRow | undefined> {
  return (await findUsers(ctx, [id]))[0]
}
