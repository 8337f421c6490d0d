import { type PromptView, isVoice, noVoice } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { maskedEnding } from '#platform/security/masked'
import type { PromptRow } from './prompts.repository.ts'

export function presentPrompt(row: PromptRow): PromptView {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    prompt: row.prompt,
    apiKey: shownApiKey(row),
    maxMessages: row.max_messages,
    maxTokens: row.max_tokens,
    temperature: row.temperature,
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    totalTokens: row.prompt_tokens + row.completion_tokens,
    voice: isVoice(row.voice) ? row.voice : noVoice,
    voiceKey: shownVoiceKey(row),
    voiceRegion: row.voice_region,
    queueId: row.queue_name === null ? null : row.queue_id,
    queue: row.queue_name === null ? null : { id: row.queue_id, name: row.queue_name },
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

/** For people who choose a prompt and may not change it. */
export const presentName = (row: PromptRow): PromptView => ({
  ...presentPrompt(row),
  prompt: '',
  apiKey: '',
  voiceKey: '',
  voiceRegion: '',
})

type Shown = Pick<PromptRow, 'has_api_key' | 'api_ending' | 'has_voice_key' | 'voice_ending'>

export const shownApiKey = (row: Shown): string => (row.has_api_key ? maskedEnding(row.api_ending) : '')
export const shownVoiceKey = (row: Shown): string => (row.has_voice_key ? maskedEnding(row.voice_ending) : '')
