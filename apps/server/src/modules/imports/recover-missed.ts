import type { Absence } from '@guiche/channel'
import type { History } from '#channels/whatsapp-web'
import type { Ctx } from '#platform/context'
import { storeChanges, storeInbound } from '#modules/inbound'

/**
 * Stores messages that were sent while the phone was not linked in the inbox, oldest first and marked as missed, and
 * with them the changes to messages of that time. Messages that are stored already have no effect; older messages
 * belong to an import.
 */
export async function recoverMissed(
  ctx: Ctx,
  connectionId: number,
  history: Pick<History, 'messages' | 'changes'>,
  missed: Absence,
): Promise<void> {
  const since = new Date(missed.since)
  const recovered = history.messages
    .filter(({ sentAt }) => new Date(sentAt) >= since)
    .toSorted((one, other) => one.sentAt.localeCompare(other.sentAt))
  const added: string[] = []
  for (const { ack: _, ...message } of recovered) {
    const { isNew } = await storeInbound(ctx, connectionId, { ...message, missed })
    if (isNew) added.push(message.externalId)
  }
  await storeChanges(ctx, connectionId, history.changes, added)
}
