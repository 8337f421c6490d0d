import { type PromptBody, isVoice } from '@guiche/contract'
import type { z } from 'zod'
import { badRequest } from '#platform/errors'
import { isMasked } from '#platform/security/masked'
import { type PromptKeys, noKeys } from './keys.ts'
import { shownApiKey, shownVoiceKey } from './prompts.presenter.ts'
import type { PromptRow } from './prompts.repository.ts'

export type NewPrompt = z.output<typeof PromptBody>
export type PromptChange = { [K in keyof NewPrompt]?: NewPrompt[K] | undefined }

export interface Stored {
  row: PromptRow
  keys: PromptKeys
}

interface Rules {
  /** Models of others want a key; those of one's own network do not. */
  needsKey: boolean
}

/** The keys after a change. Throws if something is missing that the prompt cannot answer without. */
export function completeKeys(change: PromptChange, stored: Stored | undefined, { needsKey }: Rules): PromptKeys {
  const before = stored?.keys ?? noKeys
  const keys = {
    apiKey: kept('apiKey', change.apiKey, before.apiKey, stored ? shownApiKey(stored.row) : ''),
    voiceKey: kept('voiceKey', change.voiceKey, before.voiceKey, stored ? shownVoiceKey(stored.row) : ''),
  }
  if (needsKey && keys.apiKey === '') throw refusal('apiKey', 'required')
  const speaks = isVoice(change.voice ?? stored?.row.voice ?? '')
  if (speaks && keys.voiceKey === '') throw refusal('voiceKey', 'required')
  if (speaks && (change.voiceRegion ?? stored?.row.voice_region ?? '') === '') throw refusal('voiceRegion', 'required')
  return keys
}

/**
 * The mask that was shown changes nothing. Anything else that begins with a mask is refused: a key was pasted behind it,
 * or the mask is that of another key.
 */
function kept(field: 'apiKey' | 'voiceKey', given: string | undefined, stored: string, shown: string): string {
  if (given === undefined) return stored
  if (isMasked(given) ? given !== shown : !isSendable(given)) throw refusal(field, 'invalid')
  return isMasked(given) ? stored : given
}

/** No other character can stand in a header: with one the service would never be asked. */
const isSendable = (key: string): boolean => /^[\x20-\x7e]*$/.test(key)

const refusal = (field: string, message: string) =>
  badRequest('ERR_VALIDATION', { issues: [{ path: `body.${field}`, message }] })
