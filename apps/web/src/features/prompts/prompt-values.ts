import { PromptBody, type PromptView, isVoice, noVoice } from '@guiche/contract'
import i18next from 'i18next'
import { rulesOf } from '../../lib/form-rules.ts'

/** What the dialog edits. A number that is being edited may be empty. */
export type PromptValues = {
  name: string
  prompt: string
  /** Of keys, only new ones; empty: the stored one stays. */
  apiKey: string
  queueId: string | null
  maxMessages: number | string
  maxTokens: number | string
  temperature: number | string
  voice: string
  voiceKey: string
  voiceRegion: string
}

export const valuesOf = (prompt: PromptView | undefined): PromptValues => ({
  name: prompt?.name ?? '',
  prompt: prompt?.prompt ?? '',
  apiKey: '',
  queueId: prompt?.queueId ? String(prompt.queueId) : null,
  maxMessages: prompt?.maxMessages ?? 10,
  maxTokens: prompt?.maxTokens ?? 100,
  temperature: prompt?.temperature ?? 1,
  voice: prompt?.voice ?? noVoice,
  voiceKey: '',
  voiceRegion: prompt?.voiceRegion ?? '',
})

export const bodyOf = ({ apiKey, queueId, voice, voiceKey, ...values }: PromptValues) => ({
  ...values,
  queueId: Number(queueId),
  maxMessages: Number(values.maxMessages),
  maxTokens: Number(values.maxTokens),
  temperature: Number(values.temperature),
  voice: isVoice(voice) ? voice : noVoice,
  ...(apiKey !== '' && { apiKey }),
  ...(voiceKey !== '' && { voiceKey }),
})

const check = rulesOf(PromptBody)

/** The keys that are stored already; a mask, or empty. */
export interface StoredKeys {
  apiKey: string
  voiceKey: string
}

/** What an empty field wants is said as the specification does. A voice needs its key and region. */
export function rules(values: PromptValues, stored: StoredKeys, needsKey: boolean): Record<string, string> {
  const found = check({ ...values, queueId: values.queueId ?? '' })
  const required = i18next.t('ui.form.required')
  if (!values.queueId) found['queueId'] = i18next.t('prompts.queueRequired')
  if (needsKey && values.apiKey.trim() === '' && stored.apiKey === '') found['apiKey'] = required
  if (!isVoice(values.voice)) return found
  if (values.voiceKey.trim() === '' && stored.voiceKey === '') found['voiceKey'] = required
  if (values.voiceRegion.trim() === '') found['voiceRegion'] = required
  return found
}
