import { type ScheduleEntry, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface QueueRow {
  id: number
  company_id: number
  name: string
  color: string
  position: number
  greeting_message: string
  out_of_hours_message: string
  rotation_minutes: number
  rotates: boolean
  closes_ticket: boolean
  file_list_id: number | null
  prompt_id: number | null
  integration_id: number | null
  opening_hours: ScheduleEntry[]
  created_at: Date
  updated_at: Date
}

/** Undefined values are not changed. */
export interface QueueValues {
  name?: string | undefined
  color?: string | undefined
  position?: number | undefined
  greeting_message?: string | undefined
  out_of_hours_message?: string | undefined
  rotation_minutes?: number | undefined
  rotates?: boolean | undefined
  closes_ticket?: boolean | undefined
  file_list_id?: number | null | undefined
  prompt_id?: number | null | undefined
  integration_id?: number | null | undefined
  opening_hours?: string | undefined
}

const columns = sql`
  q.id, q.company_id, q.name, q.color, q.position, q.greeting_message, q.out_of_hours_message, q.rotation_minutes,
  q.rotates, q.closes_ticket, q.file_list_id, q.prompt_id, q.integration_id, q.opening_hours, q.created_at, q.updated_at`

/** In their order. */
export async function listQueues(ctx: Ctx): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select ${columns} from queues q
    where q.company_id = ${ctx.companyId} and q.archived_at is null
    order by q.position, fold(q.name)`.execute(ctx.db)
  return rows
}

export async function findQueues(ctx: Ctx, ids: readonly number[]): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select ${columns} from queues q
    where q.company_id = ${ctx.companyId} and q.id = any (${[...ids]}::bigint[]) and q.archived_at is null`.execute(
    ctx.db,
  )
  return rows
}

/** Without a position it is the last one. */
export async function insertQueue(ctx: Ctx, values: QueueValues & { name: string; color: string }): Promise<number> {
  const last = sql<number>`(select least(coalesce(max(position), 0), ${limits.integer - 1}) + 1 from queues where company_id = ${ctx.companyId} and archived_at is null)`
  const { id } = await ctx.db
    .insertInto('queues')
    .values({ ...values, position: values.position ?? last, company_id: ctx.companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False: there is no such queue. */
export async function changeQueue(ctx: Ctx, id: number, values: QueueValues): Promise<boolean> {
  const changed = await ctx.db
    .updateTable('queues')
    .set({ ...values, updated_at: sql`now()` })
    .where('company_id', '=', ctx.companyId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Locks all queues in use until the end of the unit of work. Returns their ids. */
export async function lockAllQueues(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select q.id from queues q where q.company_id = ${ctx.companyId} and q.archived_at is null
    order by q.id for no key update`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Gives the queues the positions 1, 2, 3 … Returns the ids of those that had another one. */
export async function placeQueues(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update queues q set position = n.position, updated_at = now()
    from unnest(${[...ids]}::bigint[]) with ordinality as n(id, position)
    where q.company_id = ${ctx.companyId} and q.id = n.id and q.position is distinct from n.position
    returning q.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Waits for those who hold it (`holdQueues`). */
export async function archiveQueue(ctx: Ctx, id: number): Promise<QueueRow | undefined> {
  await sql`select from queues where company_id = ${ctx.companyId} and id = ${id} for update`.execute(ctx.db)
  const { rows } = await sql<QueueRow>`
    update queues q set archived_at = now(), updated_at = now()
    where q.company_id = ${ctx.companyId} and q.id = ${id} and q.archived_at is null
    returning ${columns}`.execute(ctx.db)
  return rows[0]
}

/** Takes a deleted list of files from all queues. Returns those in use that sent it. */
export async function releaseFileList(ctx: Ctx, fileListId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_used: boolean }>`
    update queues q set file_list_id = null, updated_at = now()
    where q.company_id = ${ctx.companyId} and q.file_list_id = ${fileListId}
    returning q.id, q.archived_at is null as is_used`.execute(ctx.db)
  return rows.flatMap(({ id, is_used }) => (is_used ? [id] : []))
}

/** Takes a deleted prompt from all queues. Returns those in use that handed their customers to it. */
export async function releasePrompt(ctx: Ctx, promptId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_used: boolean }>`
    update queues q set prompt_id = null, updated_at = now()
    where q.company_id = ${ctx.companyId} and q.prompt_id = ${promptId}
    returning q.id, q.archived_at is null as is_used`.execute(ctx.db)
  return rows.flatMap(({ id, is_used }) => (is_used ? [id] : []))
}

/** Takes a deleted integration from all queues. Returns those in use that had it. */
export async function releaseIntegration(ctx: Ctx, integrationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_used: boolean }>`
    update queues q set integration_id = null, updated_at = now()
    where q.company_id = ${ctx.companyId} and q.integration_id = ${integrationId}
    returning q.id, q.archived_at is null as is_used`.execute(ctx.db)
  return rows.flatMap(({ id, is_used }) => (is_used ? [id] : []))
}

/**
 * Holds those of the queues that belong to the company and are in use: until the end of the unit of work they are not
 * deleted, but may be changed. Returns their ids.
 */
export async function holdQueues(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select q.id from queues q
    where q.company_id = ${ctx.companyId} and q.id = any (${[...ids]}::bigint[]) and q.archived_at is null
    order by q.id for key share`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
