import { limits } from '@guiche/contract'
import { type Actor, type Ctx, type UserCtx, userIdOf } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { managesAll } from './quick-messages.policy.ts'

export interface QuickMessageRow {
  id: number
  company_id: number
  user_id: number
  user_name: string
  shortcode: string
  message: string
  is_general: boolean
  is_active: boolean
  is_category: boolean
  category_id: number | null
  created_at: Date
  updated_at: Date
  file_id: number | null
  file_key: string | null
  file_name: string | null
  file_type: string | null
  file_bytes: number | null
}

const columns = sql`
  q.id, q.company_id, q.user_id, u.name as user_name, q.shortcode, q.message, q.is_general, q.is_active, q.is_category, q.category_id,
  q.created_at, q.updated_at, q.file_id, f.storage_key as file_key, f.original_name as file_name, f.mime as file_type, f.bytes as file_bytes`

const withUserAndFile = sql`
  join users u on u.company_id = q.company_id and u.id = q.user_id
  left join files f on f.company_id = q.company_id and f.id = q.file_id`

/** The condition of `seesQuickMessage` for statements that read `quick_messages q`. */
export const quickMessageIsSeen = (actor: Actor): RawBuilder<SqlBool> => sql<SqlBool>`
  (${managesAll(actor)} or q.is_general or q.user_id = ${userIdOf(actor)})`

interface Filter {
  searchParam: string
  isCategory: boolean | undefined
  categoryId: number | undefined
}

const matching = (
  { actor, companyId }: Ctx,
  { searchParam, isCategory, categoryId }: Filter,
): RawBuilder<SqlBool> => sql`
  q.company_id = ${companyId} and ${quickMessageIsSeen(actor)}
  and (${isCategory === undefined} or q.is_category = ${isCategory === true})
  and (${categoryId === undefined} or q.category_id = ${categoryId ?? null})
  and (${searchParam === ''} or fold(q.shortcode) like like_anywhere(${searchParam}) or fold(q.message) like like_anywhere(${searchParam}))`

export interface QuickMessagePage {
  rows: QuickMessageRow[]
  count: number
}

export async function pageOfQuickMessages(
  ctx: Ctx,
  { pageNumber, ...filter }: Filter & { pageNumber: number },
): Promise<QuickMessagePage> {
  const { rows } = await sql<QuickMessageRow>`
    select ${columns} from quick_messages q ${withUserAndFile} where ${matching(ctx, filter)}
    order by fold(q.shortcode), q.id limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(
    ctx.db,
  )
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from quick_messages q where ${matching(ctx, filter)}`.execute(ctx.db)
  return { rows, count: counts[0]?.count ?? 0 }
}

/** The active messages, or the active categories. */
export async function listQuickMessages(ctx: Ctx, isCategory: boolean): Promise<QuickMessageRow[]> {
  const { rows } = await sql<QuickMessageRow>`
    select ${columns} from quick_messages q ${withUserAndFile}
    where q.company_id = ${ctx.companyId} and ${quickMessageIsSeen(ctx.actor)} and q.is_active and q.is_category = ${isCategory}
    order by fold(q.shortcode), q.id`.execute(ctx.db)
  return rows
}

export async function findQuickMessages(ctx: Ctx, ids: readonly number[]): Promise<QuickMessageRow[]> {
  const { rows } = await sql<QuickMessageRow>`
    select ${columns} from quick_messages q ${withUserAndFile}
    where q.company_id = ${ctx.companyId} and q.id = any (${[...ids]}::bigint[]) and ${quickMessageIsSeen(ctx.actor)}`.execute(
    ctx.db,
  )
  return rows
}

/** Locks the row until the end of the unit of work. */
export async function lockQuickMessage(ctx: Ctx, id: number): Promise<void> {
  await sql`select from quick_messages where company_id = ${ctx.companyId} and id = ${id} for update`.execute(ctx.db)
}

/** Keeps the category from being removed until the end of the unit of work. False: there is none that the actor sees. */
export async function lockCategory(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from quick_messages q
    where q.company_id = ${ctx.companyId} and q.id = ${id} and q.is_category and ${quickMessageIsSeen(ctx.actor)} for key share`.execute(
    ctx.db,
  )
  return rows.length > 0
}

export interface NewQuickMessage {
  shortcode: string
  message: string
  isGeneral: boolean
  isActive: boolean
  isCategory: boolean
  categoryId: number | null
}

/** Undefined: the user has as many as are allowed. */
export async function insertQuickMessage(
  { actor, companyId, db }: UserCtx,
  { shortcode, message, isGeneral, isActive, isCategory, categoryId }: NewQuickMessage,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into quick_messages (company_id, user_id, shortcode, message, is_general, is_active, is_category, category_id)
    select ${companyId}, ${actor.userId}, ${shortcode}, ${message}, ${isGeneral}, ${isActive}, ${isCategory}, ${categoryId}
    where (select count(*) from quick_messages q where q.company_id = ${companyId} and q.user_id = ${actor.userId}) < ${limits.quickMessagesPerUser}
    returning id`.execute(db)
  return rows[0]?.id
}

/** Undefined: unchanged. */
export interface QuickMessageChange {
  shortcode?: string | undefined
  message?: string | undefined
  is_general?: boolean | undefined
  is_active?: boolean | undefined
  category_id?: number | null | undefined
  file_id?: number | null | undefined
}

export async function changeQuickMessage(
  { companyId, db }: Ctx,
  id: number,
  change: QuickMessageChange,
): Promise<void> {
  await db
    .updateTable('quick_messages')
    .set({ ...change, updated_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Returns the messages that were in the category. */
export async function emptyCategory({ companyId, db }: Ctx, categoryId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update quick_messages set category_id = null, updated_at = now()
    where company_id = ${companyId} and category_id = ${categoryId} returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function removeQuickMessage({ companyId, db }: Ctx, id: number): Promise<void> {
  await db.deleteFrom('quick_messages').where('company_id', '=', companyId).where('id', '=', id).execute()
}
