import { type TemplateStatus, limits } from '@guiche/contract'
import { channelsThat } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, recordset, sql } from '#platform/database/sql'

export type StoredCategory = 'marketing' | 'utility' | 'authentication'
export type StoredQuality = 'green' | 'yellow' | 'red' | 'unknown'

/** What Meta has of a template. */
export interface TemplateValuesAtMeta {
  network_id: string
  name: string
  language: string
  category: StoredCategory
  status: TemplateStatus
  quality: StoredQuality
  rejected_reason: string
  format: 'positional' | 'named'
  components: unknown
}

export interface TemplateRow extends TemplateValuesAtMeta {
  id: number
  company_id: number
  account_id: string
  connections: unknown
  file_id: number | null
  file_key: string | null
  file_name: string | null
  file_type: string | null
  file_bytes: number | null
  created_at: Date
  updated_at: Date
}

const columns = sql`
  t.id, t.company_id, t.account_id, t.network_id, t.name, t.language, t.category, t.status, t.quality, t.rejected_reason, t.format,
  t.components, c.connections, t.file_id, f.storage_key as file_key, f.original_name as file_name, f.mime as file_type,
  f.bytes as file_bytes, t.created_at, t.updated_at`

/** The connection still exists, and its number is not reached by its phone now. `n`: the connection. */
const hasTemplates = sql`n.archived_at is null and n.channel = any (${channelsThat(({ templates }) => templates)}::text[])`

/** Of the connections of their account that still exist. */
const withConnectionsAndFile = sql`
  cross join lateral (
    select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by fold(n.name), n.id) as connections
    from official_numbers o join connections n on n.company_id = o.company_id and n.id = o.connection_id
    where o.company_id = t.company_id and o.account_id = t.account_id and ${hasTemplates}) c
  left join files f on f.company_id = t.company_id and f.id = t.file_id`

/** The account of a connection that still exists. */
const accountOf = ({ companyId }: Ctx, connectionId: number) => sql`
  (select o.account_id from official_numbers o join connections n on n.company_id = o.company_id and n.id = o.connection_id
   where o.company_id = ${companyId} and o.connection_id = ${connectionId} and ${hasTemplates})`

export interface TemplateFilter {
  searchParam: string
  whatsappId?: number | undefined
  status?: TemplateStatus | undefined
}

const matching = (ctx: Ctx, { searchParam, whatsappId, status }: TemplateFilter): RawBuilder<SqlBool> => sql`
  t.company_id = ${ctx.companyId}
  and (${whatsappId === undefined} or t.account_id = ${accountOf(ctx, whatsappId ?? 0)})
  and (${status === undefined} or t.status = ${status ?? ''})
  and (${searchParam === ''} or fold(t.name) like like_anywhere(${searchParam}) or fold(t.components::text) like like_anywhere(${searchParam}))`

export async function pageOfTemplates(
  ctx: Ctx,
  { pageNumber, ...filter }: TemplateFilter & { pageNumber: number },
): Promise<{ rows: TemplateRow[]; count: number }> {
  const { rows } = await sql<TemplateRow>`
    select ${columns} from message_templates t ${withConnectionsAndFile} where ${matching(ctx, filter)}
    order by t.name, t.language, t.id limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(
    ctx.db,
  )
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from message_templates t where ${matching(ctx, filter)}`.execute(ctx.db)
  return { rows, count: counts[0]?.count ?? 0 }
}

export async function findTemplates(ctx: Ctx, ids: readonly number[]): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select ${columns} from message_templates t ${withConnectionsAndFile}
    where t.company_id = ${ctx.companyId} and t.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return rows
}

/** The approved ones of the account of a connection. */
export async function approvedTemplates(ctx: Ctx, connectionId: number): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select ${columns} from message_templates t ${withConnectionsAndFile}
    where t.company_id = ${ctx.companyId} and t.account_id = ${accountOf(ctx, connectionId)} and t.status = 'approved'
    order by t.name, t.language, t.id`.execute(ctx.db)
  return rows
}

/** Templates of the account of a connection. */
export async function findTemplatesOf(ctx: Ctx, connectionId: number, ids: readonly number[]): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select ${columns} from message_templates t ${withConnectionsAndFile}
    where t.company_id = ${ctx.companyId} and t.id = any (${[...ids]}::bigint[]) and t.account_id = ${accountOf(ctx, connectionId)}`.execute(
    ctx.db,
  )
  return rows
}

/** The network refuses these templates, which its list does not say yet. */
export async function markPaused(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update message_templates set status = 'paused', updated_at = now()
    where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[]) and status = 'approved'
    returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** What a template of the account of a connection is, by what people call it. */
export async function findTemplateNamed(
  ctx: Ctx,
  connectionId: number,
  { name, language }: { name: string; language: string },
): Promise<{ id: number; category: string } | undefined> {
  const { rows } = await sql<{ id: number; category: string }>`
    select t.id, t.category from message_templates t
    where t.company_id = ${ctx.companyId} and t.account_id = ${accountOf(ctx, connectionId)} and t.name = ${name} and t.language = ${language}
    limit 1`.execute(ctx.db)
  return rows[0]
}

/** Locks it until the end of the unit of work, so that changes come one after the other. */
export async function lockTemplate(ctx: Ctx, id: number): Promise<void> {
  await sql`select from message_templates where company_id = ${ctx.companyId} and id = ${id} for update`.execute(ctx.db)
}

/** Connections that have templates. */
export async function templateConnections(ctx: Ctx): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select n.id, n.name from official_numbers o join connections n on n.company_id = o.company_id and n.id = o.connection_id
    where o.company_id = ${ctx.companyId} and ${hasTemplates} order by fold(n.name), n.id`.execute(ctx.db)
  return rows
}

const recordColumns = sql`
  network_id text, name text, language text, category text, status text, quality text, rejected_reason text, format text, components jsonb`

/**
 * Adds and changes templates of an account. Returns those that are new or were changed. What was changed after Meta was asked is
 * newer than its answer. `askedAt`, by the clock of the database; null: just now.
 */
export async function keepTemplates(
  ctx: Ctx,
  accountId: string,
  templates: readonly TemplateValuesAtMeta[],
  askedAt: Date | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into message_templates as t
      (company_id, account_id, network_id, name, language, category, status, quality, rejected_reason, format, components)
    select ${ctx.companyId}, ${accountId}, x.network_id, x.name, x.language, x.category, x.status, x.quality, x.rejected_reason, x.format, x.components
    from (${recordset(templates, recordColumns)}) as x
    on conflict (company_id, account_id, network_id) do update
      set name = excluded.name, language = excluded.language, category = excluded.category, status = excluded.status,
        quality = excluded.quality, rejected_reason = excluded.rejected_reason, format = excluded.format,
        components = excluded.components, updated_at = now()
      where (t.name, t.language, t.category, t.status, t.quality, t.rejected_reason, t.format, t.components)
        is distinct from (excluded.name, excluded.language, excluded.category, excluded.status, excluded.quality,
          excluded.rejected_reason, excluded.format, excluded.components)
        and t.updated_at < coalesce(${askedAt}::timestamptz, 'infinity')
    returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** By the clock of the database, which all times are compared by. */
export async function readClock(ctx: Ctx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('a statement without rows')
  return row.now
}

/** Removes those of an account that are not at Meta any more. Newer ones than the moment may be there already. */
export async function removeOtherTemplates(
  ctx: Ctx,
  accountId: string,
  networkIds: readonly string[],
  askedAt: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from message_templates
    where company_id = ${ctx.companyId} and account_id = ${accountId} and network_id <> all (${[...networkIds]}::text[]) and created_at < ${askedAt}
    returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

export async function removeTemplate(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from message_templates where company_id = ${ctx.companyId} and id = ${id} returning id`.execute(ctx.db)
  return rows.length > 0
}

/** Undefined: unchanged. */
export interface TemplateChange {
  status?: TemplateStatus | undefined
  quality?: StoredQuality | undefined
  category?: StoredCategory | undefined
  rejected_reason?: string | undefined
  components?: string | undefined
  file_id?: number | null | undefined
}

export async function changeTemplate({ companyId, db }: Ctx, id: number, change: TemplateChange): Promise<void> {
  await db
    .updateTable('message_templates')
    .set({ ...change, updated_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** What Meta calls a template. */
export async function findByNetworkId(ctx: Ctx, accountId: string, networkId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from message_templates
    where company_id = ${ctx.companyId} and account_id = ${accountId} and network_id = ${networkId} for update`.execute(
    ctx.db,
  )
  return rows[0]?.id
}

/** A template may name this file for its header, as long as it is there: unused files are removed after a day. */
export async function keepTemplateFile(ctx: Ctx, fileId: number): Promise<void> {
  await sql`insert into template_files (company_id, file_id) values (${ctx.companyId}, ${fileId})`.execute(ctx.db)
}

export interface HeaderFileRow {
  id: number
  storage_key: string
  original_name: string
  mime: string
  bytes: number | null
}

/** A file that was sent for a header. `before`: the one that the template has already. */
export async function findTemplateFile(
  ctx: Ctx,
  fileId: number,
  before: number | null,
): Promise<HeaderFileRow | undefined> {
  const { rows } = await sql<HeaderFileRow>`
    select f.id, f.storage_key, f.original_name, f.mime, f.bytes from files f
    where f.company_id = ${ctx.companyId} and f.id = ${fileId} and f.state = 'ready'
      and (f.id = ${before} or exists (select from template_files x where x.company_id = f.company_id and x.file_id = f.id))
    for key share of f`.execute(ctx.db)
  return rows[0]
}
