import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'

/** All tabs of the person who asked for the change are told of it, and how it ended. Nobody else is. */
export function pendingChangesLive({ publisher }: Pick<Deps, 'publisher'>): void {
  const targetOf = (companyId: number, userId: number) =>
    ({ companyId, event: 'pendingChange', rooms: [rooms.user(companyId, userId)], masked: 'same' }) as const

  publisher.present<'pendingChange.asked'>(['pendingChange.asked'], async (companyId, facts) =>
    facts.map(({ number: seq, ids: { pendingChangeId: id, userId } }) => ({
      ...targetOf(companyId, userId),
      payload: { action: 'asked', id, seq },
    })),
  )

  publisher.present<'pendingChange.ended'>(['pendingChange.ended'], async (companyId, facts) =>
    facts.map(({ number: seq, ids: { pendingChangeId: id, userId, outcome, reason } }) => ({
      ...targetOf(companyId, userId),
      payload: { action: 'ended', id, outcome, reason, seq },
    })),
  )
}
