import { setTimeout as pause } from 'node:timers/promises'
import type { RunningSession, SessionKey } from '#channels/whatsapp-web'
import type { Units } from '#platform/database/unit-of-work'
import { findTalksToCompare, markAsked } from '#modules/inbound'
import { setNextComparison } from './sessions.repository.ts'

/** So many talks are compared at a time, with so many ms between them: the phone has other things to do. */
const [most, rest] = [10, 500]

/** Asks the phone for its side of the talks that went on since; what it answers is compared when it comes (reliability R37). */
export async function askForComparison(
  units: Units,
  { companyId, connectionId }: SessionKey,
  session: RunningSession,
): Promise<void> {
  const actor = { kind: 'connection', companyId, connectionId } as const
  const talks = await units.run(actor, async (ctx) => {
    await setNextComparison(ctx, connectionId)
    return findTalksToCompare(ctx, connectionId, most)
  })
  for (const talk of talks) {
    await session.askPast(talk)
    await units.run(actor, (ctx) => markAsked(ctx, talk))
    await pause(rest)
  }
}
