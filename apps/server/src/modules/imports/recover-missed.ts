import type { Absence, PastMessage } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { storeInbound } from '#modules/messages'

/**
 * What was written while the phone was not linked comes in as if it came now, the oldest first: as what was missed in that
 * absence. What is here already changes nothing; what is older belongs to an import.
 */
export async function recoverMissed(
  ctx: Ctx,
  connectionId: number,
  told: PastMessage[],
  missed: Absence,
): Promise<void> {
  const since = new Date(missed.since)
  const recovered = told
    .filter(({ sentAt }) => new Date(sentAt) >= since)
    .toSorted((one, other) => one.sentAt.localeCompare(other.sentAt))
  for (const { ack: _, ...message } of recovered) await storeInbound(ctx, connectionId, { ...message, missed })
}
