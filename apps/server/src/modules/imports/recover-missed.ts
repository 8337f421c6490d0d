import type { Absence } from '@guiche/channel'
import type { History } from '#channels/whatsapp-web'
import type { Ctx } from '#platform/context'
import { storeChanges, storeInbound } from '#modules/inbound'

/**
 * What was written while the phone was not linked comes in as if it came now, the oldest first: as what was missed in that
 * absence; and what was done to messages meanwhile. What is here already changes nothing; what is older belongs to an import.
 */
export async function recoverMissed(
  ctx: Ctx,
  connectionId: number,
  told: Pick<History, 'messages' | 'changes'>,
  missed: Absence,
): Promise<void> {
  const since = new Date(missed.since)
  const recovered = told.messages
    .filter(({ sentAt }) => new Date(sentAt) >= since)
    .toSorted((one, other) => one.sentAt.localeCompare(other.sentAt))
  const coming: string[] = []
  for (const { ack: _, ...message } of recovered) {
    const { isNew } = await storeInbound(ctx, connectionId, { ...message, missed })
    if (isNew) coming.push(message.externalId)
  }
  await storeChanges(ctx, connectionId, told.changes, coming)
}
