import { limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, recordset, sql } from '#platform/database/sql'

export interface TagRow {
  id: number
  company_id: number
  name: string
  color: string
  is_kanban: boolean
  created_at: Date
  updated_at: Date
  tickets_count: number
  contacts_count: number
}

const columns = sql`
  g.id, g.company_id, g.name, g.color, g.is_kanban, g.created_at, g.updated_at,
  (select count(*) from ticket_tags t where t.company_id = g.company_id and t.tag_id = g.id) as tickets_count,
  (select count(*) from contact_tags c where c.company_id = g.company_id and c.tag_id = g.id) as contacts_count`

interface Filter {
  kanban: number | undefined
  searchParam: string
}

const matching = ({ companyId }: Ctx, { kanban, searchParam }: Filter): RawBuilder<SqlBool> => sql`
  g.company_id = ${companyId}
  and (${kanban === undefined} or g.is_kanban = ${kanban === 1})
  and (${searchParam === ''} or fold(g.name) like like_anywhere(${searchParam}))`

export async function listTags(ctx: Ctx, filter: Filter): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select ${columns} from tags g where ${matching(ctx, filter)} order by fold(g.name), g.id`.execute(ctx.db)
  return rows
}

/** Kanban tags in the order of the board. */
export async function listLanes(ctx: Ctx): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select ${columns} from tags g where g.company_id = ${ctx.companyId} and g.is_kanban order by g.id`.execute(ctx.db)
  return rows
}

export interface TagPage {
  tags: TagRow[]
  count: number
  hasMore: boolean
}

export async function pageOfTags(ctx: Ctx, filter: Filter & { offset: number }): Promise<TagPage> {
  const { rows } = await sql<TagRow & { total: number }>`
    with found as materialized (select g.*, count(*) over () as total from tags g where ${matching(ctx, filter)})
    select ${columns}, g.total from found g
    order by fold(g.name), g.id limit ${limits.rowsPerPage} offset ${filter.offset}`.execute(ctx.db)
  const count = rows[0]?.total ?? 0
  return { tags: rows, count, hasMore: filter.offset + rows.length < count }
}

export async function findTags(ctx: Ctx, ids: readonly number[]): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select ${columns} from tags g
    where g.company_id = ${ctx.companyId} and g.id = any (${[...ids]}::bigint[])
    order by fold(g.name), g.id`.execute(ctx.db)
  return rows
}

export async function countTags(ctx: Ctx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('tags')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', ctx.companyId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertTag(ctx: Ctx, tag: { name: string; color: string; is_kanban: boolean }): Promise<number> {
  const { id } = await ctx.db
    .insertInto('tags')
    .values({ ...tag, company_id: ctx.companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False: there is no such tag. */
export async function changeTag(
  ctx: Ctx,
  id: number,
  change: { name: string | undefined; color: string | undefined },
): Promise<boolean> {
  const changed = await ctx.db
    .updateTable('tags')
    .set({ ...change, updated_at: sql`now()` })
    .where('company_id', '=', ctx.companyId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function removeTag(ctx: Ctx, id: number): Promise<{ name: string } | undefined> {
  return ctx.db
    .deleteFrom('tags')
    .where('company_id', '=', ctx.companyId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
}

export interface LockedTag {
  id: number
  name: string
  color: string
  is_kanban: boolean
}

/**
 * Locks those of the tags that belong to the company, so that nobody removes them before the end of the unit of work.
 */
export async function lockTags(ctx: Ctx, ids: readonly number[]): Promise<LockedTag[]> {
  const { rows } = await sql<LockedTag>`
    select g.id, g.name, g.color, g.is_kanban from tags g
    where g.company_id = ${ctx.companyId} and g.id = any (${[...ids]}::bigint[])
    order by fold(g.name), g.id for key share`.execute(ctx.db)
  return rows
}

/** Locks the contact until the end of the unit of work. False: there is no such contact. */
export async function lockContactOfTags(ctx: Ctx, contactId: number): Promise<boolean> {
  const { rows } = await sql`
    select from contacts where company_id = ${ctx.companyId} and id = ${contactId} for key share`.execute(ctx.db)
  return rows.length > 0
}

/** Adds a tag to each of these tickets; one that they have stays. */
export async function addTicketTags(ctx: Ctx, tags: readonly { ticketId: number; tagId: number }[]): Promise<void> {
  if (tags.length === 0) return
  const rows = tags.map(({ ticketId, tagId }) => ({ ticket_id: ticketId, tag_id: tagId }))
  await sql`
    insert into ticket_tags (company_id, ticket_id, tag_id)
    select ${ctx.companyId}, x.ticket_id, x.tag_id from (${recordset(rows, sql`ticket_id bigint, tag_id bigint`)}) as x
    on conflict do nothing`.execute(ctx.db)
}

/** Replaces the tags. True: something has changed. */
export async function replaceContactTags(ctx: Ctx, contactId: number, tagIds: readonly number[]): Promise<boolean> {
  const ids = [...tagIds]
  const { rows } = await sql<{ changed: boolean }>`
    with gone as (
      delete from contact_tags
      where company_id = ${ctx.companyId} and contact_id = ${contactId} and tag_id <> all (${ids}::bigint[])
      returning 1),
    added as (
      insert into contact_tags (company_id, contact_id, tag_id)
      select ${ctx.companyId}, ${contactId}, id from unnest(${ids}::bigint[]) as id
      on conflict do nothing
      returning 1)
    select exists (select from gone) or exists (select from added) as changed`.execute(ctx.db)
  return rows[0]?.changed ?? false
}

export async function replaceTicketTags(ctx: Ctx, ticketId: number, tagIds: readonly number[]): Promise<boolean> {
  const ids = [...tagIds]
  const { rows } = await sql<{ changed: boolean }>`
    with gone as (
      delete from ticket_tags
      where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and tag_id <> all (${ids}::bigint[])
      returning 1),
    added as (
      insert into ticket_tags (company_id, ticket_id, tag_id)
      select ${ctx.companyId}, ${ticketId}, id from unnest(${ids}::bigint[]) as id
      on conflict do nothing
      returning 1)
    select exists (select from gone) or exists (select from added) as changed`.execute(ctx.db)
  return rows[0]?.changed ?? false
}

export async function contactHasTags(ctx: Ctx, contactId: number): Promise<boolean> {
  const { rows } = await sql`
    select from contact_tags where company_id = ${ctx.companyId} and contact_id = ${contactId} limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** Takes a ticket out of all lanes but one; closed tickets are on none. True: it was on another. */
export async function removeKanbanTags(ctx: Ctx, ticketId: number, but: number | null = null): Promise<boolean> {
  const { rows } = await sql`
    delete from ticket_tags tt using tags g
    where tt.company_id = ${ctx.companyId} and tt.ticket_id = ${ticketId} and tt.tag_id is distinct from ${but}::bigint
      and g.company_id = tt.company_id and g.id = tt.tag_id and g.is_kanban
    returning tt.tag_id`.execute(ctx.db)
  return rows.length > 0
}

export async function ticketHasTag(ctx: Ctx, ticketId: number, tagId: number): Promise<boolean> {
  const { rows } = await sql`
    select from ticket_tags where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and tag_id = ${tagId}`.execute(
    ctx.db,
  )
  return rows.length > 0
}

export async function copyTicketTags(ctx: Ctx, from: number, to: number): Promise<void> {
  await sql`
    insert into ticket_tags (company_id, ticket_id, tag_id)
    select company_id, ${to}, tag_id from ticket_tags where company_id = ${ctx.companyId} and ticket_id = ${from}
    on conflict do nothing`.execute(ctx.db)
}

/** Returns the tags that the other contact did not have. */
export async function copyContactTags(ctx: Ctx, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ tag_id: number }>`
    insert into contact_tags (company_id, contact_id, tag_id)
    select company_id, ${to}, tag_id from contact_tags where company_id = ${ctx.companyId} and contact_id = ${from}
    on conflict do nothing returning tag_id`.execute(ctx.db)
  return rows.map(({ tag_id }) => tag_id)
}

export async function removeContactTags(ctx: Ctx, contactId: number, tagIds: readonly number[]): Promise<void> {
  await sql`
    delete from contact_tags
    where company_id = ${ctx.companyId} and contact_id = ${contactId} and tag_id = any (${[...tagIds]}::bigint[])`.execute(
    ctx.db,
  )
}

/** Adds tags to contacts. Returns the contacts that got one. */
export async function addContactTags(
  ctx: Ctx,
  pairs: readonly { contact_id: number; tag_id: number }[],
): Promise<number[]> {
  const { rows } = await sql<{ contact_id: number }>`
    insert into contact_tags (company_id, contact_id, tag_id)
    select ${ctx.companyId}, contact_id, tag_id from (${recordset(pairs, sql`contact_id bigint, tag_id bigint`)}) as x
    on conflict do nothing returning contact_id`.execute(ctx.db)
  return rows.map(({ contact_id }) => contact_id)
}

/** The contact tags with these names, by name as it was given. */
export async function tagsNamed(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; id: number }>`
    select x.name, g.id from unnest(${[...names]}::text[]) as x (name)
    join tags g on g.company_id = ${ctx.companyId} and not g.is_kanban and fold(g.name) = fold(x.name)`.execute(ctx.db)
  return new Map(rows.map(({ name, id }) => [name, id]))
}
