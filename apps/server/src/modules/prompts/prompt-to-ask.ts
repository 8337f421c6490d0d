import type { Ctx } from '#platform/context'
import { isFeatureOn } from '#modules/companies'
import { type PromptKeys, readKeys } from './keys.ts'
import { findPrompts } from './prompts.repository.ts'

/** All that a model is asked with. */
export interface PromptToAsk {
  id: number
  name: string
  prompt: string
  maxMessages: number
  maxTokens: number
  temperature: number
  voice: string
  voiceRegion: string
  /** Null: the queue was deleted. */
  queueId: number | null
  keys: PromptKeys
}

/** Undefined: there is none, or the plan has no AI any more. */
export async function findPromptToAsk(ctx: Ctx, sealingKey: Buffer, id: number): Promise<PromptToAsk | undefined> {
  const [row] = await findPrompts(ctx, [id])
  if (!row || !(await isFeatureOn(ctx, 'useOpenAi'))) return undefined
  return {
    id: row.id,
    name: row.name,
    prompt: row.prompt,
    maxMessages: row.max_messages,
    maxTokens: row.max_tokens,
    temperature: row.temperature,
    voice: row.voice,
    voiceRegion: row.voice_region,
    queueId: row.queue_name === null ? null : row.queue_id,
    keys: await readKeys(ctx, sealingKey, id),
  }
}
