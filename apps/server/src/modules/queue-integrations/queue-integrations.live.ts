import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { presentIntegration } from './queue-integrations.presenter.ts'
import { type IntegrationRow, findIntegrations } from './queue-integrations.repository.ts'

type Kinds = 'integration.saved' | 'integration.deleted'

export function queueIntegrationsLive({ units, publisher }: Deps): void {
  publisher.present<Kinds>(['integration.saved', 'integration.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.integrationId)
    const rows = await units.read({ kind: 'system', companyId }, (ctx) => findIntegrations(ctx, ids))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, byId.get(fact.ids.integrationId)))
  })
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids: { integrationId } }: NumberedFact<Kinds>,
  row: IntegrationRow | undefined,
): Emission[] {
  const target = { companyId, event: 'integration', rooms: [rooms.admins(companyId)], masked: 'same' } as const
  if (kind === 'integration.deleted') return [{ ...target, payload: { action: 'delete', integrationId, seq } }]
  // It was deleted meanwhile, which has a fact of its own.
  if (!row) return []
  return [{ ...target, payload: { action: 'update', queueIntegration: presentIntegration(row), seq } }]
}
