import { setTimeout as pause } from 'node:timers/promises'
import type { RunningSession, SessionKey } from '#channels/whatsapp-web'
import type { Units } from '#platform/database/unit-of-work'
import { findConversationsToCompare, markAsked } from '#modules/inbound'
import { setNextComparison } from './sessions.repository.ts'

/** Limits the load on the phone: conversations per comparison, and the pause between two of them in ms. */
const [batchSize, pauseTime] = [10, 500]

/**
 * Asks the phone for the history of conversations with recent activity. Its answers are compared when they arrive
 * (reliability R37).
 */
export async function askForComparison(
  units: Units,
  { companyId, connectionId }: SessionKey,
  session: RunningSession,
): Promise<void> {
  const actor = { kind: 'connection', companyId, connectionId } as const
  const conversations = await units.run(actor, async (ctx) => {
    await setNextComparison(ctx, connectionId)
    return findConversationsToCompare(ctx, connectionId, batchSize)
  })
  for (const conversation of conversations) {
    await session.requestHistory(conversation)
    await units.run(actor, (ctx) => markAsked(ctx, conversation))
    await pause(pauseTime)
  }
}
