import type { ContactListImport, ErrorCode, ListSheetField, ListSheetProblem } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, recordset, sql } from '#platform/database/sql'
import type { SheetRow } from '#platform/sheets/read-sheet'
import { storableJson } from '#platform/text'

export interface ImportRow {
  id: number
  list_id: number
  name: string
  storage_key: string
  titles: string[]
  fields: string[]
  has_titles: boolean
  first_rows: SheetRow[]
  state: ContactListImport['state']
  failure: string | null
  total: number | null
  line: number
  done: number
  added: number
  known: number
  refused: number
  opts_out: boolean
}

const columns = sql`
  id, list_id, name, storage_key, titles, fields, has_titles, first_rows, state, failure, total, line, done, added, known, refused, opts_out`

export interface NewImport {
  listId: number
  name: string
  storageKey: string
  titles: string[]
  fields: ListSheetField[]
  hasTitles: boolean
  firstRows: SheetRow[]
}

export async function insertImport(ctx: Ctx, given: NewImport): Promise<number> {
  const { id } = await ctx.db
    .insertInto('contact_list_imports')
    .values({
      company_id: ctx.companyId,
      list_id: given.listId,
      name: given.name,
      storage_key: given.storageKey,
      titles: given.titles,
      fields: given.fields,
      has_titles: given.hasTitles,
      first_rows: storableJson(given.firstRows),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of a list that was not removed. */
export async function findImport({ companyId, db }: Ctx, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from contact_list_imports i
    where company_id = ${companyId} and id = ${id} and removed_at is null
      and exists (select from contact_lists l where l.company_id = i.company_id and l.id = i.list_id and l.removed_at is null)`.execute(
    db,
  )
  return rows[0]
}

export async function lastImports({ companyId, db }: Ctx, listId: number, most: number): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from contact_list_imports
    where company_id = ${companyId} and list_id = ${listId} and state <> 'ready' and removed_at is null
    order by id desc limit ${most}`.execute(db)
  return rows
}

/** Removes the oldest sheets that nobody imports, until so many are left. Returns the keys of their files. */
export async function removeWaiting({ companyId, db }: Ctx, left: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from contact_list_imports where company_id = ${companyId} and id in (
      select id from contact_list_imports where company_id = ${companyId} and state = 'ready' and removed_at is null
      order by id desc offset ${left})
    returning storage_key`.execute(db)
  return rows.map(({ storage_key }) => storage_key)
}

export async function countOpenImports({ companyId, db }: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from contact_list_imports
    where company_id = ${companyId} and state in ('ready', 'running') and removed_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks an import that runs. */
export async function lockRunningImport({ companyId, db }: Ctx, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from contact_list_imports
    where company_id = ${companyId} and id = ${id} and state = 'running' and removed_at is null for update`.execute(db)
  return rows[0]
}

export interface Beginning {
  columns: ListSheetField[]
  /** The people of the sheet want no campaigns. */
  optsOut: boolean
}

/** False: it has begun already. */
export async function markRunning(
  { companyId, db }: Ctx,
  id: number,
  { columns: fields, optsOut }: Beginning,
): Promise<boolean> {
  const { rows } = await sql`
    update contact_list_imports set state = 'running', fields = ${fields}::text[], opts_out = ${optsOut}
    where company_id = ${companyId} and id = ${id} and state = 'ready' and removed_at is null returning id`.execute(db)
  return rows.length > 0
}

export async function setTotal({ companyId, db }: Ctx, id: number, total: number): Promise<void> {
  await sql`update contact_list_imports set total = ${total} where company_id = ${companyId} and id = ${id}`.execute(db)
}

export interface Progress {
  line: number
  added: number
  known: number
  refused: RefusedRow[]
}

export interface RefusedRow extends Refusal {
  /** What its cells say of whose it is. */
  numbers: string[]
  emails: string[]
}

export async function addProgress(
  { companyId, db }: Ctx,
  id: number,
  { line, added, known, refused }: Progress,
): Promise<void> {
  await sql`
    with refused_row as materialized (
      ${recordset(refused, sql`line int, problem jsonb, cells text[], numbers text[], emails text[]`)}),
    refused as (
      insert into contact_list_refusals (company_id, import_id, line, problem, cells)
      select ${companyId}, ${id}, x.line, x.problem, x.cells
      from refused_row x),
    keys as (
      insert into contact_list_refusal_keys (company_id, import_id, line, person_key)
      select ${companyId}, ${id}, x.line, k.key
      from refused_row x
      cross join lateral (select phone_key(n) from unnest(x.numbers) n union select unnest(x.emails)) as k (key))
    update contact_list_imports set line = ${line}, done = done + ${added + known + refused.length}::int,
      added = added + ${added}::int, known = known + ${known}::int, refused = refused + ${refused.length}::int
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** `failure`: why it did not come to its end. Its first rows are not shown any more, so nobody of them is kept here. */
export async function endImport({ companyId, db }: Ctx, id: number, failure: ErrorCode | null): Promise<void> {
  await sql`
    update contact_list_imports set state = ${failure === null ? 'done' : 'failed'}, failure = ${failure}, first_rows = '[]', ended_at = now()
    where company_id = ${companyId} and id = ${id} and state = 'running'`.execute(db)
}

export interface Refusal {
  line: number
  problem: ListSheetProblem
  cells: string[]
}

export async function nextRefusals(
  { companyId, db }: Ctx,
  id: number,
  { after, most }: { after: number; most: number },
): Promise<Refusal[]> {
  const { rows } = await sql<Refusal>`
    select line, problem, cells from contact_list_refusals
    where company_id = ${companyId} and import_id = ${id} and line > ${after} order by line limit ${most}`.execute(db)
  return rows
}

/** From now on nobody sees it. Returns the key of its file. Undefined: it is gone already. */
export async function markImportRemoved({ companyId, db }: Ctx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ storage_key: string }>`
    update contact_list_imports set removed_at = now(), first_rows = '[]'
    where company_id = ${companyId} and id = ${id} and removed_at is null returning storage_key`.execute(db)
  return rows[0]?.storage_key
}

/** All that are still stored, of a removed list too. */
export async function importsOf({ companyId, db }: Ctx, listId: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from contact_list_imports where company_id = ${companyId} and list_id = ${listId} order by id`.execute(db)
  return rows
}

/**
 * Removes some refused rows of a removed import, and then the import. True: it is gone. By an array: joined with a table
 * without statistics, the database reads the whole table for each row.
 */
export async function removeSomeOfImport({ companyId, db }: Ctx, id: number, most: number): Promise<boolean> {
  const { rows } = await sql`
    delete from contact_list_refusals
    where company_id = ${companyId} and import_id = ${id} and line = any (array(
      select f.line from contact_list_refusals f
      where f.company_id = ${companyId} and f.import_id = ${id} limit ${most}))
    returning line`.execute(db)
  if (rows.length === most) return false
  await sql`
    delete from contact_list_imports where company_id = ${companyId} and id = ${id} and removed_at is not null`.execute(
    db,
  )
  return true
}

/** Somebody was erased: refused rows with one of these keys keep only their line and what was wrong with it. */
export async function forgetRefused({ companyId, db }: Ctx, keys: readonly string[]): Promise<void> {
  await sql`
    with own as (
      select distinct k.import_id, k.line from contact_list_refusal_keys k
      where k.company_id = ${companyId} and k.person_key = any (${[...keys]}::text[])),
    gone as (
      delete from contact_list_refusal_keys k using own
      where k.company_id = ${companyId} and k.import_id = own.import_id and k.line = own.line)
    update contact_list_refusals f set cells = '{}', problem = jsonb_set(f.problem, '{text}', '""') from own
    where f.company_id = ${companyId} and f.import_id = own.import_id and f.line = own.line`.execute(db)
}

/** In days: how long it can be seen which rows an import has refused. */
const refusalsKept = 30

/** Sheets of yesterday that were not imported, and ended imports. */
export async function findOldImports(operator: Db): Promise<{ company_id: number; id: number }[]> {
  const { rows } = await sql<{ company_id: number; id: number }>`
    select company_id, id from contact_list_imports
    where removed_at is null and (state = 'ready' and created_at < now() - interval '1 day'
       or state <> 'ready' and created_at < now() - make_interval(days => ${refusalsKept}))
    order by company_id, id`.execute(operator)
  return rows
}
