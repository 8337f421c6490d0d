import { z } from 'zod'
import type { Ctx } from '#platform/context'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'
import { findSealedSecrets, keepSealedSecrets } from './queue-integrations.repository.ts'

/** Sealed in the database, and never shown (S62, S63). An empty text: there is none. */
const Secrets = z.object({
  /** The file of a service account, as JSON. */
  serviceAccount: z.string().default(''),
  signingSecret: z.string().default(''),
  authorization: z.string().default(''),
})
export type IntegrationSecrets = z.output<typeof Secrets>

export const noSecrets: IntegrationSecrets = { serviceAccount: '', signingSecret: '', authorization: '' }

const aadOf = ({ companyId }: Ctx, id: number) => `${companyId}:${id}:queue-integration`

export async function readSecrets(ctx: Ctx, key: Buffer, id: number): Promise<IntegrationSecrets> {
  const sealed = await findSealedSecrets(ctx, id)
  return sealed ? Secrets.parse(JSON.parse(unseal(key, sealed, aadOf(ctx, id)))) : noSecrets
}

export async function keepSecrets(ctx: Ctx, key: Buffer, id: number, secrets: IntegrationSecrets): Promise<void> {
  const isEmpty = Object.values(secrets).every((secret) => secret === '')
  const sealed = isEmpty ? null : { key_id: sealingKeyId, secrets: seal(key, JSON.stringify(secrets), aadOf(ctx, id)) }
  await keepSealedSecrets(ctx, id, sealed)
}
