import { limits } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface TaskRow {
  id: number
  text: string
  is_done: boolean
  created_at: Date
  updated_at: Date
}

const columns = sql`k.id, k.text, k.is_done, k.created_at, k.updated_at`

export async function listTasks({ actor, companyId, db }: UserCtx): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select ${columns} from tasks k where k.company_id = ${companyId} and k.user_id = ${actor.userId} order by k.id desc`.execute(
    db,
  )
  return rows
}

/** Of any user. */
export async function findTasks({ companyId, db }: Ctx, ids: readonly number[]): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select ${columns} from tasks k where k.company_id = ${companyId} and k.id = any (${[...ids]}::bigint[])`.execute(db)
  return rows
}

/** Undefined: the user has as many as are allowed. */
export async function insertTask(
  { actor, companyId, db }: UserCtx,
  { text, done }: { text: string; done: boolean },
): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    insert into tasks as k (company_id, user_id, text, is_done)
    select ${companyId}, ${actor.userId}, ${text}, ${done}
    where (select count(*) from tasks o where o.company_id = ${companyId} and o.user_id = ${actor.userId}) < ${limits.tasksPerUser}
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Undefined: the user has no such task. */
export async function changeTask(
  { actor, companyId, db }: UserCtx,
  id: number,
  { text, done }: { text: string | undefined; done: boolean | undefined },
): Promise<TaskRow | undefined> {
  return db
    .updateTable('tasks')
    .set({ text, is_done: done, updated_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('user_id', '=', actor.userId)
    .where('id', '=', id)
    .returning(['id', 'text', 'is_done', 'created_at', 'updated_at'])
    .executeTakeFirst()
}

/** False: the user has no such task. */
export async function removeTask({ actor, companyId, db }: UserCtx, id: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('tasks')
    .where('company_id', '=', companyId)
    .where('user_id', '=', actor.userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
