import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'

/** Tells admins that the list has changed. */
export function apiTokensLive({ publisher }: Pick<Deps, 'publisher'>): void {
  publisher.present(['apiTokens.changed'], async (companyId, facts) =>
    facts.map(({ number }) => ({
      companyId,
      event: 'apiToken' as const,
      rooms: [rooms.admins(companyId)],
      masked: 'same' as const,
      payload: { action: 'update' as const, seq: number },
    })),
  )
}
