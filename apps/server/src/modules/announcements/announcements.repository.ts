import { type Priority, limits } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { type Db, type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import type { Audience } from './audience.ts'

export interface AnnouncementRow {
  id: number
  title: string
  text: string
  priority: Priority
  is_active: boolean
  valid_from: Date | null
  valid_until: Date | null
  plan_ids: number[] | null
  file_company_id: number | null
  file_key: string | null
  file_name: string | null
  created_at: Date
  updated_at: Date
  /** It is active, and within its time. */
  is_current: boolean
}

const isCurrent: RawBuilder<SqlBool> = sql`
  (a.is_active and (a.valid_from is null or a.valid_from <= now()) and (a.valid_until is null or a.valid_until > now()))`

const columns = sql`
  a.id, a.title, a.text, a.priority, a.is_active, a.valid_from, a.valid_until, to_jsonb(a.plan_ids) as plan_ids,
  a.file_company_id, a.file_key, a.file_name, a.created_at, a.updated_at, ${isCurrent} as is_current`

/** Whether the company of the unit of work is shown `announcements a` now. What its users read has this condition. */
const isShown = ({ companyId }: Ctx): RawBuilder<SqlBool> => sql`
  (${isCurrent} and (a.plan_ids is null
                     or exists (select from companies c where c.id = ${companyId} and c.plan_id = any (a.plan_ids))))`

interface Page {
  searchParam: string
  pageNumber: number
}

interface Rows {
  rows: AnnouncementRow[]
  count: number
}

/** For the operator: all of them. */
export const pageOfAnnouncements = (operator: Db, page: Page): Promise<Rows> => pageOf(operator, sql`true`, page)

export const pageOfShown = (ctx: Ctx, page: Page): Promise<Rows> => pageOf(ctx.db, isShown(ctx), page)

async function pageOf(db: Db, isWanted: RawBuilder<SqlBool>, { searchParam, pageNumber }: Page): Promise<Rows> {
  const matching = sql<SqlBool>`
    (${searchParam === ''} or fold(a.title) like like_anywhere(${searchParam}) or fold(a.text) like like_anywhere(${searchParam}))`
  const { rows } = await sql<AnnouncementRow>`
    select ${columns} from announcements a where ${isWanted} and ${matching}
    order by a.id desc limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from announcements a where ${isWanted} and ${matching}`.execute(db)
  return { rows, count: counts[0]?.count ?? 0 }
}

export interface ShownRow extends AnnouncementRow {
  is_read: boolean
}

/** The most important first, and of those the newest. */
export async function listShown(ctx: UserCtx): Promise<ShownRow[]> {
  const { companyId, actor, db } = ctx
  const { rows } = await sql<ShownRow>`
    select ${columns}, r.announcement_id is not null as is_read
    from announcements a
    left join announcement_reads r on r.company_id = ${companyId} and r.user_id = ${actor.userId} and r.announcement_id = a.id
    where ${isShown(ctx)} order by a.priority, a.id desc limit ${limits.announcementsShown}`.execute(db)
  return rows
}

export async function findShown(ctx: Ctx, id: number): Promise<AnnouncementRow | undefined> {
  const { rows } = await sql<AnnouncementRow>`
    select ${columns} from announcements a where a.id = ${id} and ${isShown(ctx)}`.execute(ctx.db)
  return rows[0]
}

/** Returns those that the user is shown and had not read before. */
export async function keepReads(ctx: UserCtx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into announcement_reads (company_id, user_id, announcement_id)
    select ${ctx.companyId}, ${ctx.actor.userId}, a.id from announcements a
    where a.id = any (${[...ids]}::bigint[]) and ${isShown(ctx)}
    on conflict do nothing returning announcement_id as id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** For the operator: any. */
export async function findAnnouncement(operator: Db, id: number): Promise<AnnouncementRow | undefined> {
  const { rows } = await sql<AnnouncementRow>`select ${columns} from announcements a where a.id = ${id}`.execute(
    operator,
  )
  return rows[0]
}

/** Locks it until the end of the transaction. */
export async function lockAnnouncement(operator: Db, id: number): Promise<AnnouncementRow | undefined> {
  const { rows } = await sql<AnnouncementRow>`
    select ${columns} from announcements a where a.id = ${id} for update`.execute(operator)
  return rows[0]
}

export interface AnnouncementValues {
  title: string
  text: string
  priority: Priority
  is_active: boolean
  valid_from: Date | null
  valid_until: Date | null
  plan_ids: number[] | null
}

export async function insertAnnouncement(operator: Db, values: AnnouncementValues): Promise<number> {
  const { id } = await operator.insertInto('announcements').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** All of them, or none. */
export interface PictureValues {
  file_company_id: number | null
  file_id: number | null
  file_key: string | null
  file_name: string | null
}

/** Undefined: unchanged. */
export type AnnouncementChange = { [Field in keyof AnnouncementValues]?: AnnouncementValues[Field] | undefined }

export async function changeAnnouncement(
  operator: Db,
  id: number,
  change: AnnouncementChange | PictureValues,
): Promise<void> {
  await operator
    .updateTable('announcements')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function removeAnnouncement(operator: Db, id: number): Promise<void> {
  await operator.deleteFrom('announcements').where('id', '=', id).execute()
}

/** In how many seconds, by the clock of the database, it begins and ends to be shown. What has passed is left out. */
export async function comingTurns(operator: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from t.at - now()))::float8 as seconds
    from announcements a cross join lateral (values (a.valid_from), (a.valid_until)) t (at)
    where a.id = ${id} and a.is_active and t.at > now()`.execute(operator)
  return rows.map(({ seconds }) => seconds)
}

const isIn = (audience: Audience): RawBuilder<boolean> => sql`
  (${audience === null} or c.plan_id = any (${audience ?? []}::bigint[]))`

interface Hearer {
  id: number
  is_shown: boolean
  was_shown: boolean
}

/** Those of these companies that belong to one of the two audiences. */
export async function findHearers(
  operator: Db,
  { companyIds, now, before }: { companyIds: readonly number[]; now: Audience; before: Audience },
): Promise<Hearer[]> {
  const { rows } = await sql<Hearer>`
    select c.id, ${isIn(now)} as is_shown, ${isIn(before)} as was_shown from companies c
    where c.id = any (${[...companyIds]}::integer[]) and (${isIn(now)} or ${isIn(before)})`.execute(operator)
  return rows
}
