import { limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, recordset, sql } from '#platform/database/sql'
import { storableJson } from '#platform/text'

export type Variables = Record<string, string>

export interface ItemRow {
  id: number
  company_id: number
  list_id: number
  name: string
  number: string
  email: string
  variables: Variables
  is_valid: boolean | null
  created_at: Date
  updated_at: Date
}

/** In days: so long an answer of the network counts. */
export const checkCounts = 30

/** What the network has said of the number of `i`, an item; null: nobody has asked, or too long ago. */
export const isValid: RawBuilder<boolean | null> = sql<boolean | null>`
  (select c.is_valid from number_checks c
   where c.company_id = i.company_id and c.number_key = i.number_key
     and c.checked_at > now() - make_interval(days => ${checkCounts}))`

const columns = sql`
  i.id, i.company_id, i.list_id, i.name, i.number, i.email, i.variables, i.created_at, i.updated_at, ${isValid} as is_valid`

/** Of a text that may be a part of a number. */
export const digitsIn = (text: string): string => (/^[\d\s().+-]+$/.test(text) ? text.replace(/\D/g, '') : '')

/** One more than a page shows says whether there are others. */
const read = limits.rowsPerPage + 1

export async function pageOfItems({ companyId, db }: Ctx, listId: number, pageNumber: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns} from contact_list_items i where i.company_id = ${companyId} and i.list_id = ${listId}
    order by fold(i.name), i.id limit ${read} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(db)
  return rows
}

/** The page after this person. It costs the same however many come before. */
export async function itemsAfter(
  { companyId, db }: Ctx,
  listId: number,
  { id, name }: { id: number; name: string },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    with page as materialized (select item_id from list_items_after(${listId}, ${name}, ${id}, ${read}))
    select ${columns} from page join contact_list_items i on i.company_id = ${companyId} and i.id = page.item_id
    order by fold(i.name), i.id`.execute(db)
  return rows
}

/** The most people that a search finds. Who looks for somebody among more types on. */
const mostFound = 500

/** A page of those whose name, number or e-mail contains the text, and how many these are. */
export async function searchItems(
  { companyId, db }: Ctx,
  listId: number,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: ItemRow[]; count: number }> {
  const term = digitsIn(searchParam) || searchParam
  const { rows } = await sql<ItemRow & { total: number }>`
    with hit as materialized (select item_id from search_list_items(${listId}, ${term}, ${sql.lit(mostFound)})),
    page as materialized (
      select i.id, count(*) over () as total
      from hit join contact_list_items i on i.company_id = ${companyId} and i.id = hit.item_id
      order by fold(i.name), i.id limit ${read} offset ${(pageNumber - 1) * limits.rowsPerPage})
    select ${columns}, page.total from page join contact_list_items i on i.company_id = ${companyId} and i.id = page.id
    order by fold(i.name), i.id`.execute(db)
  return { rows, count: rows[0]?.total ?? 0 }
}

/** Of lists that were not removed. */
export async function findItems({ companyId, db }: Ctx, ids: readonly number[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns} from contact_list_items i
    join contact_lists l on l.company_id = i.company_id and l.id = i.list_id and l.removed_at is null
    where i.company_id = ${companyId} and i.id = any (${[...ids]}::bigint[])`.execute(db)
  return rows
}

export interface NewItem {
  name: string
  number: string
  email: string
  variables: Variables
}

/** Adds people to a list; those whose number is in it already are left out. Returns the new ids. */
export async function insertItems(ctx: Ctx, listId: number, items: readonly NewItem[]): Promise<number[]> {
  const given = recordset(items, sql`name text, number text, email text, variables jsonb`)
  const { rows } = await sql<{ id: number }>`
    insert into contact_list_items (company_id, list_id, name, number, email, variables)
    select ${ctx.companyId}, ${listId}, x.name, x.number, x.email, x.variables from (${given}) as x
    on conflict (company_id, number_key, list_id) do nothing
    returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/**
 * Adds the rows of `people`, a query with the columns name, number, email and variables. Who has no name gets their number
 * as one. Returns how many were added: each number once.
 */
export async function insertItemsFrom(ctx: Ctx, listId: number, people: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into contact_list_items (company_id, list_id, name, number, email, variables)
      select ${ctx.companyId}, ${listId}, case when length(btrim(x.name)) > 1 then left(btrim(x.name), 50) else left(x.number, 50) end,
        x.number, x.email, x.variables
      from (${people}) as x where length(x.number) > 1
      on conflict (company_id, number_key, list_id) do nothing
      returning 1)
    select count(*)::int as count from added`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

export interface ItemChange {
  name?: string | undefined
  number?: string | undefined
  email?: string | undefined
  variables?: Variables | undefined
}

/** An absent field is left as it is. Another number is checked anew. */
export async function changeItem(
  { companyId, db }: Ctx,
  id: number,
  { name, number, email, variables }: ItemChange,
): Promise<void> {
  const given = variables === undefined ? null : storableJson(variables)
  await sql`
    update contact_list_items set
      name = coalesce(${name ?? null}, name), email = coalesce(${email ?? null}, email),
      number = coalesce(${number ?? null}, number), variables = coalesce(${given}::jsonb, variables),
      needs_check = needs_check or phone_key(coalesce(${number ?? null}, number)) <> number_key, updated_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

export async function removeItem({ companyId, db }: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from contact_list_items where company_id = ${companyId} and id = ${id} returning id`.execute(db)
  return rows.length > 0
}

/** Removes everybody with one of these numbers, from all lists. */
export async function removeListed(
  { companyId, db }: Ctx,
  keys: readonly string[],
): Promise<{ id: number; list_id: number }[]> {
  const { rows } = await sql<{ id: number; list_id: number }>`
    delete from contact_list_items
    where company_id = ${companyId} and number_key = any (${[...keys]}::text[])
    returning id, list_id`.execute(db)
  return rows
}
