import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { findConnections, presentProgress } from '#modules/connections'

/** Publishes the progress of imports to admins: counts and a date, no content of messages. */
export function importsLive({ units, publisher }: Deps, wake: (companyId: number) => void): void {
  publisher.present<'import.moved'>(['import.moved'], async (companyId, facts) => {
    const last = new Map(facts.map((fact) => [fact.ids.connectionId, fact.number]))
    const connections = await units.read({ kind: 'system', companyId }, (ctx) => findConnections(ctx, [...last.keys()]))
    return connections.map((connection) => {
      const status = presentProgress(connection)
      const whatsappId = connection.id
      return {
        companyId,
        event: 'importMessages',
        rooms: [rooms.admins(companyId)],
        masked: 'same',
        payload: {
          ...(status ? { action: 'update', whatsappId, status } : { action: 'refresh', whatsappId }),
          seq: last.get(whatsappId) ?? 0,
        },
      }
    })
  })

  publisher.listen('import.moved', wake)
}
