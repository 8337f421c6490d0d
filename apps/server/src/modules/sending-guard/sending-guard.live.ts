import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'

/** Tells admins and supervisors that a guard has changed, so that who looks at it fetches it. */
export function sendingGuardLive({ publisher }: Pick<Deps, 'publisher'>): void {
  publisher.present(['sendingGuard.changed'], async (companyId, facts) =>
    facts.map(({ number, ids: { connectionId } }) => ({
      companyId,
      event: 'sendingGuard' as const,
      rooms: [rooms.managers(companyId)],
      masked: 'same' as const,
      payload: { action: 'update' as const, whatsappId: connectionId, seq: number },
    })),
  )
}
