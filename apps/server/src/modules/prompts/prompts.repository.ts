import { type PromptBody, limits } from '@guiche/contract'
import type { z } from 'zod'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'

export interface PromptRow {
  id: number
  company_id: number
  name: string
  prompt: string
  max_messages: number
  max_tokens: number
  temperature: number
  voice: string
  voice_region: string
  queue_id: number
  /** Null: the queue was deleted. */
  queue_name: string | null
  api_ending: string
  voice_ending: string
  has_api_key: boolean
  has_voice_key: boolean
  prompt_tokens: number
  completion_tokens: number
  created_at: Date
  updated_at: Date
}

/** Undefined values are not changed. */
export interface PromptValues {
  name?: string | undefined
  prompt?: string | undefined
  max_messages?: number | undefined
  max_tokens?: number | undefined
  temperature?: number | undefined
  voice?: string | undefined
  voice_region?: string | undefined
  queue_id?: number | undefined
}

const columns = sql`
  p.id, p.company_id, p.name, p.prompt, p.max_messages, p.max_tokens, p.temperature, p.voice, p.voice_region, p.queue_id,
  q.name as queue_name, p.api_ending, p.voice_ending, p.has_api_key, p.has_voice_key, u.prompt_tokens, u.completion_tokens,
  p.created_at, p.updated_at`

async function selectPrompts({ db }: Ctx, condition: RawBuilder<SqlBool>): Promise<PromptRow[]> {
  const { rows } = await sql<PromptRow>`
    select ${columns} from prompts p
    left join queues q on q.company_id = p.company_id and q.id = p.queue_id and q.archived_at is null
    cross join lateral (
      select coalesce(sum(c.prompt_tokens), 0) as prompt_tokens, coalesce(sum(c.completion_tokens), 0) as completion_tokens
      from model_calls c where c.company_id = p.company_id and c.prompt_id = p.id) u
    where ${condition} order by fold(p.name), p.id`.execute(db)
  return rows
}

export const searchPrompts = (ctx: Ctx, searchParam: string): Promise<PromptRow[]> =>
  selectPrompts(
    ctx,
    sql`p.company_id = ${ctx.companyId}
      and (${searchParam === ''} or fold(p.name) like like_anywhere(${searchParam}) or fold(p.prompt) like like_anywhere(${searchParam}))`,
  )

export const findPrompts = (ctx: Ctx, ids: readonly number[]): Promise<PromptRow[]> =>
  selectPrompts(ctx, sql`p.company_id = ${ctx.companyId} and p.id = any (${[...ids]}::bigint[])`)

export async function namesOfPrompts({ companyId, db }: Ctx): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from prompts where company_id = ${companyId} order by fold(name), id`.execute(db)
  return rows
}

/** Keeps a prompt from being deleted until the end of the unit of work. False: there is none. */
export async function holdPrompt({ companyId, db }: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from prompts where company_id = ${companyId} and id = ${id} for key share`.execute(db)
  return rows.length > 0
}

/** Locks it until the end of the unit of work, so that changes come one after the other. */
export async function lockPrompt({ companyId, db }: Ctx, id: number): Promise<void> {
  await sql`select from prompts where company_id = ${companyId} and id = ${id} for update`.execute(db)
}

/** Keeps a queue in use from being deleted until the end of the unit of work. False: there is none. */
export async function holdQueue({ companyId, db }: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from queues where company_id = ${companyId} and id = ${id} and archived_at is null for key share`.execute(db)
  return rows.length > 0
}

/** Undefined: the company has as many as are allowed. */
export async function insertPrompt(
  { companyId, db }: Ctx,
  body: Omit<z.output<typeof PromptBody>, 'apiKey' | 'voiceKey'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into prompts (company_id, name, prompt, max_messages, max_tokens, temperature, voice, voice_region, queue_id)
    select ${companyId}, ${body.name}, ${body.prompt}, ${body.maxMessages}::int, ${body.maxTokens}::int,
           ${body.temperature}::float8, ${body.voice}, ${body.voiceRegion}, ${body.queueId}::bigint
    where (select count(*) from prompts p where p.company_id = ${companyId}) < ${limits.promptsPerCompany}
    returning id`.execute(db)
  return rows[0]?.id
}

export async function changePrompt({ companyId, db }: Ctx, id: number, values: PromptValues): Promise<void> {
  await db
    .updateTable('prompts')
    .set({ ...values, updated_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function findSealedKeys({ companyId, db }: Ctx, id: number): Promise<Buffer | null> {
  const { rows } = await sql<{ secrets: Buffer | null }>`
    select secrets from prompts where company_id = ${companyId} and id = ${id}`.execute(db)
  return rows[0]?.secrets ?? null
}

export interface SealedKeys {
  key_id: number | null
  secrets: Buffer | null
  has_api_key: boolean
  api_ending: string
  has_voice_key: boolean
  voice_ending: string
}

export async function keepSealedKeys({ companyId, db }: Ctx, id: number, sealed: SealedKeys): Promise<void> {
  await db.updateTable('prompts').set(sealed).where('company_id', '=', companyId).where('id', '=', id).execute()
}

export async function removePrompt({ companyId, db }: Ctx, id: number): Promise<void> {
  await db.deleteFrom('prompts').where('company_id', '=', companyId).where('id', '=', id).execute()
}

export async function connectionsWithPrompt(
  { companyId, db }: Ctx,
  id: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from connections where company_id = ${companyId} and prompt_id = ${id} and archived_at is null
    order by fold(name), id`.execute(db)
  return rows
}

/** In their order. */
export async function queuesWithPrompt({ companyId, db }: Ctx, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from queues where company_id = ${companyId} and prompt_id = ${id} and archived_at is null
    order by position, fold(name)`.execute(db)
  return rows
}
