import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { presentConnection } from './connections.presenter.ts'
import { type ConnectionRow, findConnections } from './connections.repository.ts'
import { forgetTokens } from './find-connection-by-token.ts'

type Kinds = 'connection.saved' | 'connection.deleted'

export function connectionsLive({ units, publisher }: Deps): void {
  publisher.present<Kinds>(['connection.saved', 'connection.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.connectionId)
    const connections = await units.read({ kind: 'system', companyId }, (ctx) => findConnections(ctx, ids))
    const byId = new Map(connections.map((connection) => [connection.id, connection]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, byId.get(fact.ids.connectionId)))
  })

  for (const kind of ['connection.saved', 'connection.deleted', 'queue.saved', 'queue.deleted'] as const) {
    publisher.listen(kind, () => forgetTokens(units))
  }
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids: { connectionId } }: NumberedFact<Kinds>,
  connection: ConnectionRow | undefined,
): Emission[] {
  const target = { companyId, event: 'connection', rooms: [rooms.company(companyId)], masked: 'same' } as const
  if (kind === 'connection.deleted')
    return [{ ...target, payload: { action: 'delete', whatsappId: connectionId, seq } }]
  // Deleted since: there is a fact of its own for that.
  if (!connection) return []
  const whatsapp = presentConnection(connection, { showsCode: false })
  return [{ ...target, payload: { action: 'update', whatsapp, seq } }]
}
