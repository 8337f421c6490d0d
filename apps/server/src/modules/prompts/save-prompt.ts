import type { AuditFields } from '@guiche/contract'
import { audit, changesOf } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { lockCompany } from '#modules/companies'
import { accessPrompt, accessPromptForChange } from './access-prompt.ts'
import { type NewPrompt, type PromptChange, completeKeys } from './complete-prompt.ts'
import { keepKeys, readKeys } from './keys.ts'
import { shownApiKey, shownVoiceKey } from './prompts.presenter.ts'
import { type PromptRow, type PromptValues, changePrompt, holdQueue, insertPrompt } from './prompts.repository.ts'

export interface Models {
  sealingKey: Buffer
  needsKey: boolean
}

export async function createPrompt(
  ctx: UserCtx,
  { sealingKey, needsKey }: Models,
  body: NewPrompt,
): Promise<PromptRow> {
  const keys = completeKeys(body, undefined, { needsKey })
  await assertQueue(ctx, body.queueId)
  // One at a time, so that there are never more than are allowed.
  await lockCompany(ctx)
  const id = await insertPrompt(ctx, body)
  if (id === undefined) throw badRequest('ERR_PROMPT_LIMIT')
  await keepKeys(ctx, sealingKey, id, keys)
  const row = await accessPrompt(ctx, id)
  await audit(ctx, { action: 'prompt.created', object: 'prompt', objectId: id, detail: { name: row.name } })
  ctx.emit('prompt.saved', { promptId: id })
  return row
}

/** Fields that are absent stay as they are. */
export async function updatePrompt(
  ctx: UserCtx,
  { sealingKey, needsKey }: Models,
  id: number,
  change: PromptChange,
): Promise<PromptRow> {
  const before = await accessPromptForChange(ctx, id)
  const stored = { row: before, keys: await readKeys(ctx, sealingKey, id) }
  const keys = completeKeys(change, stored, { needsKey })
  if (change.queueId !== undefined && change.queueId !== before.queue_id) await assertQueue(ctx, change.queueId)
  await changePrompt(ctx, id, valuesOf(change))
  await keepKeys(ctx, sealingKey, id, keys)
  const after = await accessPrompt(ctx, id)
  const detail = { name: after.name, ...changesOf(watched(before), watched(after)) }
  await audit(ctx, { action: 'prompt.changed', object: 'prompt', objectId: id, detail })
  ctx.emit('prompt.saved', { promptId: id })
  return after
}

async function assertQueue(ctx: UserCtx, queueId: number): Promise<void> {
  if (!(await holdQueue(ctx, queueId))) throw notFound('ERR_NO_QUEUE_FOUND')
}

const valuesOf = (change: PromptChange): PromptValues => ({
  name: change.name,
  prompt: change.prompt,
  max_messages: change.maxMessages,
  max_tokens: change.maxTokens,
  temperature: change.temperature,
  voice: change.voice,
  voice_region: change.voiceRegion,
  queue_id: change.queueId,
})

/** Keys appear masked, as everywhere. */
const watched = (row: PromptRow): AuditFields => ({
  name: row.name,
  prompt: row.prompt,
  apiKey: shownApiKey(row),
  maxMessages: row.max_messages,
  maxTokens: row.max_tokens,
  temperature: row.temperature,
  voice: row.voice,
  voiceKey: shownVoiceKey(row),
  voiceRegion: row.voice_region,
  queueId: row.queue_id,
})
