import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { accessIntegrationForChange } from './access-integration.ts'
import { removeIntegration } from './queue-integrations.repository.ts'

/** What uses the integration lets go of it. */
export async function deleteIntegration(ctx: UserCtx, id: number): Promise<void> {
  const { name } = await accessIntegrationForChange(ctx, id)
  await removeIntegration(ctx, id)
  await audit(ctx, { action: 'integration.deleted', object: 'integration', objectId: id, detail: { name } })
  ctx.emit('integration.deleted', { integrationId: id })
}
