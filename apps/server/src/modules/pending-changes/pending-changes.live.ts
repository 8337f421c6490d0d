import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'

/** Only the person who asked for the change is told how it ended. */
export function pendingChangesLive({ publisher }: Pick<Deps, 'publisher'>): void {
  publisher.present<'pendingChange.ended'>(['pendingChange.ended'], async (companyId, facts) =>
    facts.map(({ number: seq, ids: { pendingChangeId, userId, reason } }) => ({
      companyId,
      event: 'pendingChange',
      rooms: [rooms.user(companyId, userId)],
      masked: 'same',
      payload: { action: 'ended', id: pendingChangeId, outcome: reason === null ? 'done' : 'stopped', reason, seq },
    })),
  )
}
