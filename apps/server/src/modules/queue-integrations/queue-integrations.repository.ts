import { type IntegrationType, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { hasFeature } from '#modules/companies'

/** Without its secrets. */
export interface IntegrationRow extends IntegrationValues {
  id: number
  company_id: number
  created_at: Date
  updated_at: Date
}

export interface IntegrationValues {
  type: IntegrationType
  name: string
  project_name: string
  language: string
  location: string
  url: string
  typebot_slug: string
  typebot_expires: number
  typebot_delay: number
  typebot_keyword_finish: string
  typebot_keyword_restart: string
  typebot_unknown_message: string
  typebot_restart_message: string
  service_account: string
  signing_ending: string
  authorization_ending: string
}

interface Named {
  id: number
  name: string
}

const columns = sql`
  i.id, i.company_id, i.type, i.name, i.project_name, i.language, i.location, i.url, i.typebot_slug, i.typebot_expires,
  i.typebot_delay, i.typebot_keyword_finish, i.typebot_keyword_restart, i.typebot_unknown_message,
  i.typebot_restart_message, i.service_account, i.signing_ending, i.authorization_ending, i.created_at, i.updated_at`

const matching = ({ companyId }: Ctx, searchParam: string): RawBuilder<SqlBool> => sql`
  i.company_id = ${companyId} and (${searchParam === ''} or fold(i.name) like like_anywhere(${searchParam}))`

export async function pageOfIntegrations(
  ctx: Ctx,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: IntegrationRow[]; count: number }> {
  const { rows } = await sql<IntegrationRow>`
    select ${columns} from queue_integrations i where ${matching(ctx, searchParam)}
    order by fold(i.name), i.id limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(
    ctx.db,
  )
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from queue_integrations i where ${matching(ctx, searchParam)}`.execute(ctx.db)
  return { rows, count: counts[0]?.count ?? 0 }
}

export async function listIntegrations({
  companyId,
  db,
}: Ctx): Promise<{ id: number; name: string; type: IntegrationType }[]> {
  const { rows } = await sql<{ id: number; name: string; type: IntegrationType }>`
    select id, name, type from queue_integrations where company_id = ${companyId} order by fold(name), id`.execute(db)
  return rows
}

export async function findIntegrations({ companyId, db }: Ctx, ids: readonly number[]): Promise<IntegrationRow[]> {
  const { rows } = await sql<IntegrationRow>`
    select ${columns} from queue_integrations i
    where i.company_id = ${companyId} and i.id = any (${[...ids]}::bigint[])`.execute(db)
  return rows
}

/** Undefined: the company has no such integration, or its plan has none. */
export async function findUsable({ companyId, db }: Ctx, id: number): Promise<UsableIntegration | undefined> {
  const { rows } = await sql<UsableIntegration>`
    select i.name, i.type from queue_integrations i
    join companies c on c.id = i.company_id
    join plans p on p.id = c.plan_id and ${hasFeature('useIntegration')}
    where i.company_id = ${companyId} and i.id = ${id}`.execute(db)
  return rows[0]
}

interface UsableIntegration {
  name: string
  type: IntegrationType
}

/** Undefined: there is no such integration, or it has no secrets. */
export async function findSealedSecrets({ companyId, db }: Ctx, id: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ secrets: Buffer | null }>`
    select secrets from queue_integrations where company_id = ${companyId} and id = ${id}`.execute(db)
  return rows[0]?.secrets ?? undefined
}

/** The Dialogflow integrations of a project. */
export async function findByProject({ companyId, db }: Ctx, projectName: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from queue_integrations
    where company_id = ${companyId} and type = 'dialogflow' and project_name = ${projectName} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Keeps integrations from being deleted until the end of the unit of work. Returns the ids of those that there are. */
export async function holdIntegrations({ companyId, db }: Ctx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from queue_integrations
    where company_id = ${companyId} and id = any (${[...ids]}::bigint[]) for key share`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the integration until the end of the unit of work, so that changes come one after the other. */
export async function lockIntegration({ companyId, db }: Ctx, id: number): Promise<void> {
  await sql`select from queue_integrations where company_id = ${companyId} and id = ${id} for update`.execute(db)
}

export async function countIntegrations({ companyId, db }: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from queue_integrations where company_id = ${companyId}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertIntegration({ companyId, db }: Ctx, values: IntegrationValues): Promise<number> {
  const { id } = await db
    .insertInto('queue_integrations')
    .values({ ...values, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeIntegration({ companyId, db }: Ctx, id: number, values: IntegrationValues): Promise<void> {
  await db
    .updateTable('queue_integrations')
    .set({ ...values, updated_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Null: it has none. */
export async function keepSealedSecrets(
  { companyId, db }: Ctx,
  id: number,
  sealed: { key_id: number; secrets: Buffer } | null,
): Promise<void> {
  await db
    .updateTable('queue_integrations')
    .set(sealed ?? { key_id: null, secrets: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function removeIntegration({ companyId, db }: Ctx, id: number): Promise<void> {
  await db.deleteFrom('queue_integrations').where('company_id', '=', companyId).where('id', '=', id).execute()
}

export async function connectionsWith({ companyId, db }: Ctx, id: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from connections
    where company_id = ${companyId} and integration_id = ${id} and archived_at is null
    order by fold(name), id`.execute(db)
  return rows
}

export async function queuesWith({ companyId, db }: Ctx, id: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from queues where company_id = ${companyId} and integration_id = ${id} and archived_at is null
    order by position, fold(name)`.execute(db)
  return rows
}

/** Options of menus, by queue. */
export async function optionsWith({ companyId, db }: Ctx, id: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select o.id, o.name from chatbot_options o
    join queues q on q.company_id = o.company_id and q.id = o.queue_id and q.archived_at is null
    where o.company_id = ${companyId} and o.target_integration_id = ${id}
    order by q.position, fold(q.name), o.position, o.id`.execute(db)
  return rows
}
