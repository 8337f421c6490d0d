import { limits } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest } from '#platform/errors'
import { isMasked } from '#platform/security/masked'
import { lockCompany } from '#modules/companies'
import { accessIntegration, accessIntegrationForChange } from './access-integration.ts'
import { type IntegrationChange, completeIntegration } from './complete-integration.ts'
import {
  type IntegrationRow,
  changeIntegration,
  countIntegrations,
  insertIntegration,
} from './queue-integrations.repository.ts'
import { keepSecrets, readSecrets } from './secrets.ts'

export async function createIntegration(ctx: UserCtx, key: Buffer, body: IntegrationChange): Promise<IntegrationRow> {
  const { values, secrets } = completeIntegration(body, undefined)
  // One at a time, so that there are never more than are allowed.
  await lockCompany(ctx)
  if ((await countIntegrations(ctx)) >= limits.integrationsPerCompany) throw badRequest('ERR_INTEGRATION_LIMIT')
  const id = await refusing(insertIntegration(ctx, values), taken)
  await keepSecrets(ctx, key, id, secrets)
  const row = await accessIntegration(ctx, id)
  await audit(ctx, { action: 'integration.created', object: 'integration', objectId: id, detail: told(row) })
  ctx.emit('integration.saved', { integrationId: id })
  return row
}

/** Fields that are absent stay as they are. */
export async function updateIntegration(
  ctx: UserCtx,
  key: Buffer,
  id: number,
  change: IntegrationChange,
): Promise<IntegrationRow> {
  const before = await accessIntegrationForChange(ctx, id)
  const { values, secrets } = completeIntegration(change, { row: before, secrets: await readSecrets(ctx, key, id) })
  await refusing(changeIntegration(ctx, id, values), taken)
  await keepSecrets(ctx, key, id, secrets)
  const row = await accessIntegration(ctx, id)
  const detail = { ...told(row), changed: namesIn(change) }
  await audit(ctx, { action: 'integration.updated', object: 'integration', objectId: id, detail })
  ctx.emit('integration.saved', { integrationId: id })
  return row
}

const taken = { queue_integrations_name: () => badRequest('ERR_NAME_ALREADY_EXISTS') }

/** Of the address only the host: the rest may be secret. */
const told = ({ name, url }: IntegrationRow) => ({ name, ...(url && { host: new URL(url).host }) })

/** Names only: some of the values are secrets. */
const namesIn = (change: IntegrationChange): string[] =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined || isMasked(value) ? [] : [name]))
