import {
  type CampaignAudience,
  type CampaignStatus,
  type HoldReason,
  type TemplateChoice,
  limits,
} from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'

export interface CampaignRow {
  id: number
  company_id: number
  name: string
  status: CampaignStatus
  /** Five; the empty ones are not used. */
  messages: string[]
  confirmation: boolean
  confirmations: string[]
  /** Five, null where a variant has none. Null: texts are sent. */
  templates: (TemplateChoice | null)[] | null
  confirmation_templates: (TemplateChoice | null)[] | null
  list_id: number | null
  /** How many contacts are in its list now. */
  list_count: number
  tag_id: number | null
  audience: CampaignAudience | null
  /** The name of its list or tag; that of the start, if it was deleted since. */
  audience_name: string
  doubles: number
  file_id: number | null
  media_type: string | null
  file_bytes: number | null
  file_key: string | null
  file_name: string | null
  file_list_id: number | null
  queue_id: number | null
  answer_tag_id: number | null
  scheduled_at: Date | null
  started_at: Date | null
  completed_at: Date | null
  failure: string | null
  created_at: Date
  updated_at: Date
  connections: { id: number; name: string }[]
  /** Connections that do not send now, and why. JSON, so times are texts. */
  holds: { whatsappId: number; reason: HoldReason; until: string | null }[]
}

const columns = sql`
  p.id, p.company_id, p.name, p.status, p.messages, p.confirmation, p.confirmations, p.templates, p.confirmation_templates, p.list_id, coalesce(l.contacts_count, 0) as list_count,
  p.tag_id, p.audience, coalesce(l.name, g.name, p.audience_name) as audience_name, p.doubles, p.file_id, p.media_type, f.bytes as file_bytes, f.storage_key as file_key,
  f.original_name as file_name, p.file_list_id, p.queue_id, p.answer_tag_id, p.scheduled_at, p.started_at, p.completed_at, p.failure,
  p.created_at, p.updated_at,
  coalesce((
    select json_agg(json_build_object('id', n.id, 'name', n.name) order by k.position)
    from campaign_paces k join connections n on n.company_id = k.company_id and n.id = k.connection_id
    where k.company_id = p.company_id and k.campaign_id = p.id), '[]') as connections,
  coalesce((
    select json_agg(json_build_object(
      'whatsappId', k.connection_id, 'reason', case when k.paused_at is not null then 'person' else k.held_reason end,
      'until', case when k.paused_at is null then k.held_until end) order by k.position)
    from campaign_paces k
    where k.company_id = p.company_id and k.campaign_id = p.id and p.status = 'EM_ANDAMENTO'
      and (k.paused_at is not null or k.held_reason is not null)), '[]') as holds`

const joins = sql`
  left join contact_lists l on l.company_id = p.company_id and l.id = p.list_id and l.removed_at is null
  left join tags g on g.company_id = p.company_id and g.id = p.tag_id
  left join files f on f.company_id = p.company_id and f.id = p.file_id`

interface Page {
  searchParam: string
  pageNumber: number
}

/** The newest first. */
export async function pageOfCampaigns(
  ctx: Ctx,
  { searchParam, pageNumber }: Page,
): Promise<{ rows: CampaignRow[]; count: number }> {
  const { rows } = await sql<CampaignRow & { total: number }>`
    with found as materialized (
      select p.*, count(*) over () as total from campaigns p
      where p.company_id = ${ctx.companyId} and p.removed_at is null and (${searchParam === ''} or fold(p.name) like like_anywhere(${searchParam}))
      order by p.id desc limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage})
    select ${columns}, p.total from found p ${joins}
    order by p.id desc`.execute(ctx.db)
  return { rows, count: rows[0]?.total ?? 0 }
}

export async function findCampaigns(ctx: Ctx, ids: readonly number[]): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    select ${columns} from campaigns p ${joins}
    where p.company_id = ${ctx.companyId} and p.id = any (${[...ids]}::bigint[]) and p.removed_at is null`.execute(
    ctx.db,
  )
  return rows
}

export interface LockedCampaign {
  id: number
  name: string
  status: CampaignStatus
  messages: string[]
  confirmation: boolean
  confirmations: string[]
  templates: (TemplateChoice | null)[] | null
  confirmation_templates: (TemplateChoice | null)[] | null
  list_id: number | null
  tag_id: number | null
  audience: CampaignAudience | null
  file_id: number | null
  file_list_id: number | null
  scheduled_at: Date | null
  started_at: Date | null
  /** It starts so soon that it cannot be changed any more. By the database's clock. */
  is_fixed: boolean
}

/** Locks it until the end of the unit of work: nothing is reserved meanwhile. */
export async function lockCampaign(ctx: Ctx, id: number): Promise<LockedCampaign | undefined> {
  const { rows } = await sql<LockedCampaign>`
    select p.id, p.name, p.status, p.messages, p.confirmation, p.confirmations, p.templates, p.confirmation_templates, p.list_id, p.tag_id,
      p.audience, p.file_id, p.file_list_id, p.scheduled_at,
      p.started_at,
      coalesce(p.scheduled_at <= now() + make_interval(secs => ${limits.campaignFixed / 1000}), false) as is_fixed
    from campaigns p where p.company_id = ${ctx.companyId} and p.id = ${id} and p.removed_at is null for update`.execute(
    ctx.db,
  )
  return rows[0]
}

export interface CampaignValues {
  name?: string | undefined
  status?: CampaignStatus | undefined
  messages?: string[] | undefined
  confirmation?: boolean | undefined
  confirmations?: string[] | undefined
  /** JSON. */
  templates?: string | null | undefined
  confirmation_templates?: string | null | undefined
  list_id?: number | null | undefined
  tag_id?: number | null | undefined
  /** JSON. */
  audience?: string | null | undefined
  audience_name?: string | undefined
  file_id?: number | null | undefined
  media_type?: string | null | undefined
  file_list_id?: number | null | undefined
  queue_id?: number | null | undefined
  answer_tag_id?: number | null | undefined
  scheduled_at?: Date | null | undefined
  completed_at?: Date | null | undefined
  failure?: string | null | undefined
}

export async function insertCampaign(
  ctx: Ctx,
  campaign: CampaignValues & { name: string; messages: string[]; confirmations: string[] },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('campaigns')
    .values({ ...campaign, company_id: ctx.companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Absent fields stay as they are. */
export async function changeCampaign(ctx: Ctx, id: number, values: CampaignValues): Promise<void> {
  await ctx.db
    .updateTable('campaigns')
    .set({ ...values, updated_at: sql`now()` })
    .where('company_id', '=', ctx.companyId)
    .where('id', '=', id)
    .execute()
}

/** From now on nobody sees the campaign, and nothing of it is sent. */
export async function markRemoved({ companyId, db }: Ctx, id: number): Promise<void> {
  await sql`
    with news as (
      delete from campaign_news where company_id = ${companyId} and campaign_id = ${id}),
    paces as (
      delete from campaign_paces where company_id = ${companyId} and campaign_id = ${id})
    update campaigns set removed_at = now(), status = 'CANCELADA', file_id = null, media_type = null, updated_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** In this order. The pace of those that stay goes on. */
export async function setConnections(ctx: Ctx, campaignId: number, connectionIds: readonly number[]): Promise<void> {
  const rows = connectionIds.map((connection_id, position) => ({ connection_id, position }))
  await sql`
    delete from campaign_paces
    where company_id = ${ctx.companyId} and campaign_id = ${campaignId} and connection_id <> all (${[...connectionIds]}::bigint[])`.execute(
    ctx.db,
  )
  await sql`
    insert into campaign_paces (company_id, campaign_id, connection_id, position)
    select ${ctx.companyId}, ${campaignId}, connection_id, position
    from (${recordset(rows, sql`connection_id bigint, position smallint`)}) as x
    on conflict (company_id, campaign_id, connection_id) do update set position = excluded.position`.execute(ctx.db)
}

interface KnownReferences {
  has_list: boolean
  has_tag: boolean
  has_queue: boolean
  has_answer_tag: boolean
  has_source_tags: boolean
  has_source_campaign: boolean
}

interface References {
  listId: number | null
  tagId: number | null
  queueId: number | null
  answerTagId: number | null
  audience: CampaignAudience | null
}

/** Which of these exist; what is null counts as known. */
export async function findReferences(
  ctx: Ctx,
  { listId, tagId, queueId, answerTagId, audience }: References,
): Promise<KnownReferences | undefined> {
  const { companyId } = ctx
  const { tagIds, campaignId } = namedBy(audience)
  const { rows } = await sql<KnownReferences>`
    select
      ${listId}::bigint is null or exists (
        select from contact_lists where company_id = ${companyId} and id = ${listId} and removed_at is null) as has_list,
      ${tagId}::bigint is null or exists (select from tags where company_id = ${companyId} and id = ${tagId}) as has_tag,
      ${queueId}::bigint is null or exists (
        select from queues where company_id = ${companyId} and id = ${queueId} and archived_at is null) as has_queue,
      ${answerTagId}::bigint is null or exists (
        select from tags where company_id = ${companyId} and id = ${answerTagId}) as has_answer_tag,
      (select count(*) from tags where company_id = ${companyId} and id = any (${tagIds}::bigint[])) = ${tagIds.length} as has_source_tags,
      ${campaignId}::bigint is null or exists (
        select from campaigns where company_id = ${companyId} and id = ${campaignId} and removed_at is null) as has_source_campaign`.execute(
    ctx.db,
  )
  return rows[0]
}

/** The tags and the campaign that an audience names. */
export function namedBy(audience: CampaignAudience | null): { tagIds: number[]; campaignId: number | null } {
  if (audience === null) return { tagIds: [], campaignId: null }
  if (audience.kind === 'answers') return { tagIds: [], campaignId: audience.campaignId }
  return { tagIds: [...new Set([...audience.tagIds, ...audience.withoutTagIds])], campaignId: null }
}
