import { type UserView, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { enterAddress, removeAddresses } from '#modules/companies'
import { type DrawnPicture, deleteFile, insertPicture } from '#modules/media'
import { type UserRow, selectUsers } from '#modules/sessions'

interface Page {
  searchParam: string
  pageNumber: number
  /** Not everybody may see addresses, so not everybody may search them. */
  searchesEmail: boolean
}

export async function listUsers(
  ctx: Ctx,
  { searchParam, pageNumber, searchesEmail }: Page,
): Promise<{ users: UserRow[]; count: number }> {
  const matching = sql`
    u.company_id = ${ctx.companyId} and u.archived_at is null
    and (${searchParam} = '' or fold(u.name) like like_anywhere(${searchParam})
         or (${searchesEmail} and fold(u.email) like like_anywhere(${searchParam})))`
  const { rows: users } = await sql<UserRow>`
    ${selectUsers} where ${matching} order by fold(u.name), u.id
    limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(ctx.db)
  const { rows } = await sql<{ count: number }>`select count(*) from users u where ${matching}`.execute(ctx.db)
  return { users, count: rows[0]?.count ?? 0 }
}

export async function allUsers(ctx: Ctx): Promise<UserRow[]> {
  return (
    await sql<UserRow>`${selectUsers} where u.company_id = ${ctx.companyId} and u.archived_at is null order by u.id`.execute(
      ctx.db,
    )
  ).rows
}

/** Ids of the open tickets of each user. */
export async function openTicketIds(ctx: Ctx, userIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ user_id: number; ids: number[] }>`
    select user_id, jsonb_agg(id order by id) as ids from tickets
    where company_id = ${ctx.companyId} and user_id = any (${userIds}::bigint[]) and status = 'open' group by user_id`.execute(
    ctx.db,
  )
  return new Map(rows.map((row) => [row.user_id, row.ids]))
}

/** Columns of a user, without their queues. Undefined: unchanged, or the default for a new user. */
export interface UserFields {
  name: string | undefined
  email: string | undefined
  password_hash: string | undefined
  profile: UserView['profile'] | undefined
  is_super: boolean | undefined
  language: string | undefined
  theme: UserView['defaultTheme'] | undefined
  menu: UserView['defaultMenu'] | undefined
  opens_next_ticket: boolean | undefined
  work_starts: string | undefined
  work_ends: string | undefined
  sees_all_tickets: boolean | undefined
  sees_groups: boolean | undefined
  sees_dashboard: boolean | undefined
  sees_real_time: boolean | undefined
  manages_connections: boolean | undefined
  connection_id: number | null | undefined
  farewell_message: string | undefined
  phone: string | null | undefined
  color: string | null | undefined
}

export async function insertUser(
  ctx: Ctx,
  fields: UserFields & { name: string; email: string; password_hash: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('users')
    .values({ ...fields, company_id: ctx.companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateFields(ctx: Ctx, id: number, fields: UserFields): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({
      ...fields,
      updated_at: sql`now()`,
      ...(fields.password_hash !== undefined && {
        password_expires_at: null,
        password_is_untold: false,
        password_is_temporary: false,
      }),
    })
    .where('company_id', '=', ctx.companyId)
    .where('id', '=', id)
    .execute()
}

/**
 * Replaces a password; a temporary one ends after a day. `replaces`: only this one, so that of two changes at once one
 * finds that the other was faster. False: it was not replaced.
 */
export async function storePassword(
  { companyId, db }: Pick<Ctx, 'companyId' | 'db'>,
  userId: number,
  { hash, isTemporary, replaces }: { hash: string; isTemporary: boolean; replaces?: string },
): Promise<boolean> {
  const { rows } = await sql`
    update users set password_hash = ${hash}, password_is_temporary = ${isTemporary}, password_is_untold = false, updated_at = now(),
      password_expires_at = case when ${isTemporary} then now() + make_interval(hours => ${limits.oneTimePassword}) end
    where company_id = ${companyId} and id = ${userId} and archived_at is null
      and (${replaces ?? null}::text is null or password_hash = ${replaces ?? null})
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Makes this the login address of the user. The error does not reveal whose address it is, if it is in use in any
 * company (S9).
 */
export async function claimLogin(ctx: Ctx, { userId, email }: { userId: number; email: string }): Promise<void> {
  await releaseLogin(ctx, userId)
  if (!(await enterAddress(ctx, { kind: 'login', key: email.toLowerCase(), targetId: userId })))
    throw badRequest('ERR_EMAIL_NOT_ACCEPTED')
}

const releaseLogin = (ctx: Ctx, userId: number): Promise<void> => removeAddresses(ctx, ['login'], userId)

/** Throws ERR_NO_QUEUE_FOUND for a queue of another company. */
export async function setQueues(ctx: Ctx, userId: number, queueIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(queueIds)]
  const { rows: known } = await sql`
    select from queues where company_id = ${ctx.companyId} and id = any (${wanted}::bigint[]) and archived_at is null`.execute(
    ctx.db,
  )
  if (known.length < wanted.length) throw notFound('ERR_NO_QUEUE_FOUND')
  await sql`
    delete from user_queues where company_id = ${ctx.companyId} and user_id = ${userId} and queue_id <> all (${wanted}::bigint[])`.execute(
    ctx.db,
  )
  await sql`
    insert into user_queues (company_id, user_id, queue_id)
    select ${ctx.companyId}, ${userId}, id from unnest(${wanted}::bigint[]) as id on conflict do nothing`.execute(
    ctx.db,
  )
}

export async function removeQueueMembers(ctx: Ctx, queueId: number): Promise<void> {
  await sql`delete from user_queues where company_id = ${ctx.companyId} and queue_id = ${queueId}`.execute(ctx.db)
}

export async function releaseConnection(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`update users set connection_id = null where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
}

export async function hasConnection(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from connections where company_id = ${ctx.companyId} and id = ${id} and archived_at is null`.execute(
      ctx.db,
    )
  return rows.length > 0
}

/** How many others have the same roles. */
export async function countOthers(ctx: Ctx, userId: number): Promise<{ admins: number; supers: number }> {
  const { rows } = await sql<{ admins: number; supers: number }>`
    select count(*) filter (where profile = 'admin') as admins, count(*) filter (where is_super) as supers
    from users where company_id = ${ctx.companyId} and archived_at is null and id <> ${userId}`.execute(ctx.db)
  return rows[0] ?? { admins: 0, supers: 0 }
}

/** History still refers to the user; nothing else does. */
export async function archiveUser(ctx: Ctx, id: number): Promise<void> {
  await setQueues(ctx, id, [])
  await releaseLogin(ctx, id)
  await sql`update users set archived_at = now(), is_super = false, updated_at = now() where company_id = ${ctx.companyId} and id = ${id}`.execute(
    ctx.db,
  )
}

/** Returns the key of the previous picture. */
export async function replaceAvatar(ctx: Ctx, userId: number, picture: DrawnPicture): Promise<string | undefined> {
  const { rows: before } = await sql<{ id: number; storage_key: string }>`
    select f.id, f.storage_key from users u join files f on f.company_id = u.company_id and f.id = u.avatar_file_id
    where u.company_id = ${ctx.companyId} and u.id = ${userId} for update of u`.execute(ctx.db)
  const fileId = await insertPicture(ctx, picture)
  await sql`update users set avatar_file_id = ${fileId}, updated_at = now() where company_id = ${ctx.companyId} and id = ${userId}`.execute(
    ctx.db,
  )
  if (before[0]) await deleteFile(ctx, before[0].id)
  return before[0]?.storage_key
}

export async function touchUsers(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`update users set last_seen_at = now() where company_id = ${ctx.companyId} and id = any (${ids}::bigint[])`.execute(
    ctx.db,
  )
}
