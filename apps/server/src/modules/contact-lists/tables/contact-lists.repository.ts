import { limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'

export interface ContactListRow {
  id: number
  company_id: number
  name: string
  contacts_count: number
  created_at: Date
  updated_at: Date
}

const columns = sql`id, company_id, name, contacts_count, created_at, updated_at`

const matching = ({ companyId }: Ctx, searchParam: string): RawBuilder<SqlBool> => sql`
  company_id = ${companyId} and removed_at is null
  and (${searchParam === ''} or fold(name) like like_anywhere(${searchParam}))`

export async function pageOfContactLists(
  ctx: Ctx,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: ContactListRow[]; count: number }> {
  const { rows } = await sql<ContactListRow>`
    select ${columns} from contact_lists where ${matching(ctx, searchParam)}
    order by fold(name), id limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(ctx.db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from contact_lists where ${matching(ctx, searchParam)}`.execute(ctx.db)
  return { rows, count: counts[0]?.count ?? 0 }
}

export async function namesOfContactLists({ companyId, db }: Ctx): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from contact_lists where company_id = ${companyId} and removed_at is null
    order by fold(name), id`.execute(db)
  return rows
}

export async function findContactLists({ companyId, db }: Ctx, ids: readonly number[]): Promise<ContactListRow[]> {
  const { rows } = await sql<ContactListRow>`
    select ${columns} from contact_lists
    where company_id = ${companyId} and id = any (${[...ids]}::bigint[]) and removed_at is null`.execute(db)
  return rows
}

/** Locks the list until the end of the unit of work, so that its people are counted one change after the other. */
export async function lockContactList({ companyId, db }: Ctx, id: number): Promise<ContactListRow | undefined> {
  const { rows } = await sql<ContactListRow>`
    select ${columns} from contact_lists
    where company_id = ${companyId} and id = ${id} and removed_at is null for update`.execute(db)
  return rows[0]
}

/** Locks the lists that have one of these numbers, except removed ones. */
export async function lockListsWith({ companyId, db }: Ctx, keys: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from contact_lists l
    where l.company_id = ${companyId} and l.removed_at is null and l.id in (
      select i.list_id from contact_list_items i
      where i.company_id = ${companyId} and i.number_key = any (${[...keys]}::text[]))
    order by l.id for update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Undefined: the company has as many as are allowed. */
export async function insertContactList({ companyId, db }: Ctx, name: string): Promise<ContactListRow | undefined> {
  const { rows } = await sql<ContactListRow>`
    insert into contact_lists (company_id, name) select ${companyId}, ${name}
    where (select count(*) from contact_lists l where l.company_id = ${companyId} and l.removed_at is null) < ${limits.contactListsPerCompany}
    returning ${columns}`.execute(db)
  return rows[0]
}

export async function renameContactList({ companyId, db }: Ctx, id: number, name: string): Promise<void> {
  await sql`
    update contact_lists set name = ${name}, updated_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

export async function addToCount({ companyId, db }: Ctx, id: number, added: number): Promise<void> {
  await sql`
    update contact_lists set contacts_count = contacts_count + ${added}::int, updated_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** Where the next people come from who are still to be added. Undefined: it has all of them. */
export async function filledTo({ companyId, db }: Ctx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ filled_to: number | null }>`
    select filled_to from contact_lists where company_id = ${companyId} and id = ${id}`.execute(db)
  return rows[0]?.filled_to ?? undefined
}

export async function setFilledTo({ companyId, db }: Ctx, id: number, to: number | null): Promise<void> {
  await sql`
    update contact_lists set filled_to = ${to}::bigint
    where company_id = ${companyId} and id = ${id} and filled_to is distinct from ${to}::bigint`.execute(db)
}

/** From now on nobody sees the list. */
export async function markRemoved({ companyId, db }: Ctx, id: number): Promise<void> {
  await sql`update contact_lists set removed_at = now() where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** Removes some people of a removed list, and then the list. True: it is gone. By an array, as refused rows are. */
export async function removeSome({ companyId, db }: Ctx, id: number, most: number): Promise<boolean> {
  const { rows } = await sql`
    delete from contact_list_items
    where company_id = ${companyId} and id = any (array(
      select i.id from contact_list_items i where i.company_id = ${companyId} and i.list_id = ${id} limit ${most}))
    returning id`.execute(db)
  if (rows.length === most) return false
  await sql`
    delete from contact_lists where company_id = ${companyId} and id = ${id} and removed_at is not null`.execute(db)
  return true
}
