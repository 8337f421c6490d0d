import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { findConnections, presentConnection } from '#modules/connections'

/** Only admins get the code that links a phone (security S63). Everybody gets the status with the connection itself. */
export function whatsAppSessionsLive({ units, publisher }: Deps, wake: () => void): void {
  publisher.present<'session.changed'>(['session.changed'], async (companyId, facts) => {
    const ids = [...new Set(facts.map((fact) => fact.ids.connectionId))]
    const connections = await units.read({ kind: 'system', companyId }, (ctx) => findConnections(ctx, ids))
    return connections.map((connection) => {
      const { id, status, qrcode, qrcodeSeconds, retries, endReason, phoneMove, updatedAt } = presentConnection(
        connection,
        {
          showsCode: true,
        },
      )
      return {
        companyId,
        event: 'connectionSession',
        rooms: [rooms.admins(companyId)],
        masked: 'same',
        payload: {
          action: 'update',
          session: { id, status, qrcode, qrcodeSeconds, retries, endReason, phoneMove, updatedAt },
        },
      }
    })
  })

  for (const kind of ['connection.saved', 'connection.deleted'] as const) publisher.listen(kind, wake)
}
