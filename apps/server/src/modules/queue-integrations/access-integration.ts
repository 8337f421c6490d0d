import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { assertFeature } from '#modules/companies'
import {
  type IntegrationRow,
  findIntegrations,
  holdIntegrations,
  lockIntegration,
} from './queue-integrations.repository.ts'

/** Only admins read and change integrations, which the access of the calls says. */
export async function accessIntegration(ctx: Ctx, id: number): Promise<IntegrationRow> {
  const [row] = await findIntegrations(ctx, [id])
  if (!row) throw notFound('ERR_NO_INTEGRATION_FOUND')
  return row
}

/** Locks it, so that what it is checked for still holds when it is changed. */
export async function accessIntegrationForChange(ctx: Ctx, id: number): Promise<IntegrationRow> {
  await lockIntegration(ctx, id)
  return accessIntegration(ctx, id)
}

/**
 * Throws unless these integrations belong to the company and its plan has integrations; they stay until the end of the
 * unit of work. One that was `attached` before may stay so when the plan has changed.
 */
export async function assertIntegrations(
  ctx: Ctx,
  ids: readonly number[],
  attached: number | null = null,
): Promise<void> {
  const named = new Set(ids)
  if (named.size === 0) return
  const held = await holdIntegrations(ctx, [...named])
  if (held.length < named.size) throw notFound('ERR_NO_INTEGRATION_FOUND')
  if (ids.some((id) => id !== attached)) await assertFeature(ctx, 'useIntegration')
}

/** The same for a unit of work that only reads: it does not hold them. */
export async function assertIntegrationsExist(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const named = new Set(ids)
  if (named.size === 0) return
  const found = await findIntegrations(ctx, [...named])
  if (found.length < named.size) throw notFound('ERR_NO_INTEGRATION_FOUND')
  await assertFeature(ctx, 'useIntegration')
}
