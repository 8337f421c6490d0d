import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import { rememberCheck } from '#modules/contact-lists'
import type { Room } from '#modules/sending-guard'
import { type Turn, keepChecks, nextUnchecked } from './tables/reserve.repository.ts'
import type { CampaignActor } from './reserve.ts'

/** How many numbers are asked about at once. The pace of the campaign decides how soon the next ones follow. */
const atOnce = 10

/**
 * Asks the network about the numbers of those who are next, before their first message. A question that fails is asked
 * again in the next turn, and nobody is written to without an answer.
 */
export async function checkNumbers(
  { units, log, channels }: Pick<Deps, 'units' | 'log'> & { channels: Channels },
  actor: CampaignActor,
  { turn, left }: { turn: Turn; left: Room['left'] },
): Promise<void> {
  const channel = channels.find(turn.channel)
  const { companyId } = actor
  const connectionId = turn.connection_id
  const people = await units.run(actor, (ctx) => nextUnchecked(ctx, turn, { most: atOnce, left }))
  const answers = await Promise.all(
    people.map(async ({ id, number }) => {
      try {
        const known = await channel?.ask?.({
          about: 'number',
          companyId,
          connectionId,
          address: number.replace(/\D/g, ''),
        })
        return known === undefined ? [] : [{ id, number, known }]
      } catch (err) {
        log.warn(
          { event: 'campaign.number-check-failed', err, companyId, connectionId },
          'could not ask the network about a number of a campaign; will ask again',
        )
        return []
      }
    }),
  )
  const checks = answers.flat()
  if (checks.length === 0) return
  await units.run(actor, async (ctx) => {
    await keepChecks(ctx, checks)
    for (const { number, known } of checks) await rememberCheck(ctx, number, known)
  })
}
