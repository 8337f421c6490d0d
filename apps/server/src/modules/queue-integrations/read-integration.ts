import type { Ctx } from '#platform/context'
import { isMasked } from '#platform/security/masked'
import { accessIntegration } from './access-integration.ts'
import { type IntegrationChange, completeIntegration } from './complete-integration.ts'
import { type IntegrationValues, findByProject, findIntegrations } from './queue-integrations.repository.ts'
import { type IntegrationSecrets, readSecrets } from './secrets.ts'

/** With its secrets, for those who ask it. */
export interface Integration {
  row: IntegrationValues
  secrets: IntegrationSecrets
}

/** Undefined: the company has no such integration. */
export async function readIntegration(ctx: Ctx, key: Buffer, id: number): Promise<Integration | undefined> {
  const [row] = await findIntegrations(ctx, [id])
  return row && { row, secrets: await readSecrets(ctx, key, id) }
}

/** An integration as it would be stored, to be tried before. `id` null: a new one. */
export async function draftIntegration(
  ctx: Ctx,
  key: Buffer,
  { id, ...change }: IntegrationChange & { id: number | null },
): Promise<Integration> {
  const storedId = id ?? (await idOfMasked(ctx, change))
  const stored = storedId === undefined ? undefined : await accessIntegration(ctx, storedId)
  const { values, secrets } = completeIntegration(
    change,
    stored && { row: stored, secrets: await readSecrets(ctx, key, stored.id) },
  )
  return { row: values, secrets }
}

/** Existing clients send the masked file back with its project only. */
async function idOfMasked(ctx: Ctx, { jsonContent, projectName }: IntegrationChange): Promise<number | undefined> {
  if (!jsonContent || !isMasked(jsonContent) || !projectName) return undefined
  const [first] = await findByProject(ctx, projectName)
  return first
}
