import { z } from 'zod'
import type { Ctx } from '#platform/context'
import { endingOf } from '#platform/security/masked'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'
import { findSealedKeys, keepSealedKeys } from './prompts.repository.ts'

/** Sealed in the database, and never shown (S62, S63). An empty text: there is none. */
const Keys = z.object({ apiKey: z.string().default(''), voiceKey: z.string().default('') })
export type PromptKeys = z.output<typeof Keys>

export const noKeys: PromptKeys = { apiKey: '', voiceKey: '' }

const aadOf = ({ companyId }: Ctx, promptId: number) => `${companyId}:${promptId}:prompt`

export async function readKeys(ctx: Ctx, sealingKey: Buffer, promptId: number): Promise<PromptKeys> {
  const sealed = await findSealedKeys(ctx, promptId)
  return sealed ? Keys.parse(JSON.parse(unseal(sealingKey, sealed, aadOf(ctx, promptId)))) : noKeys
}

export async function keepKeys(ctx: Ctx, sealingKey: Buffer, promptId: number, keys: PromptKeys): Promise<void> {
  const { apiKey, voiceKey } = keys
  const isEmpty = apiKey === '' && voiceKey === ''
  await keepSealedKeys(ctx, promptId, {
    key_id: isEmpty ? null : sealingKeyId,
    secrets: isEmpty ? null : seal(sealingKey, JSON.stringify(keys), aadOf(ctx, promptId)),
    has_api_key: apiKey !== '',
    api_ending: endingOf(apiKey),
    has_voice_key: voiceKey !== '',
    voice_ending: endingOf(voiceKey),
  })
}
