import { channelsThat, factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { BudgetTaken } from './guard.ts'
import { endPauseOf, pause } from './pause.ts'
import {
  type Standing,
  type Windows,
  addReached,
  countReached,
  lockStanding,
  movePeople,
  removeStanding,
  saveStanding,
  shareTier,
} from './portfolio/portfolio.repository.ts'
import { limitOfTier } from './portfolio/tier.ts'

/** As networks say that a number is close to being restricted: a rating, or a mark. */
const bad: ReadonlySet<string> = new Set(['RED', 'FLAGGED'])

/**
 * Keeps what a network says of a number. A bad quality pauses it, until the network says that it is better or a person lets it
 * go on. `account`: stands for its portfolio, as long as nobody knows that.
 */
export async function keepStanding(
  ctx: Ctx,
  connectionId: number,
  { account, ...told }: Standing & { account: string },
): Promise<void> {
  const before = await lockStanding(ctx, connectionId)
  const portfolio = told.portfolio ?? before?.portfolio ?? account
  await saveStanding(ctx, connectionId, { ...told, portfolio })
  if (before && before.portfolio !== portfolio) await movePeople(ctx, before.portfolio, portfolio)
  const { tier, quality } = told
  const sharing = tier === undefined ? [] : await shareTier(ctx, { portfolio, tier })
  const hasChanged = tier !== (before?.tier ?? undefined) || portfolio !== before?.portfolio
  for (const id of new Set([...sharing, ...(hasChanged ? [connectionId] : [])]))
    ctx.emit('sendingGuard.changed', { connectionId: id })
  if (quality === undefined || quality === before?.quality) return
  if (!bad.has(quality)) await endPauseOf(ctx, connectionId, 'quality')
  else if (!bad.has(before?.quality ?? '')) await pause(ctx, connectionId, 'quality')
}

/** The number is reached in another way, whose network has said nothing of it yet. */
export async function leaveStanding(ctx: Ctx, connectionId: number): Promise<void> {
  await removeStanding(ctx, connectionId)
  await endPauseOf(ctx, connectionId, 'quality')
  ctx.emit('sendingGuard.changed', { connectionId })
}

const windows: Windows = channelsThat(({ templates }) => templates).flatMap((channel) => {
  const { answerWindow } = factsOf(channel)
  return answerWindow === 'always' ? [] : { channel, seconds: answerWindow / 1000 }
})

/**
 * Counts whom templates reach, over all numbers of a portfolio. A campaign that would reach more than the portfolio may, because
 * others have used it since it was asked about, waits.
 */
export async function countTemplates(ctx: Ctx, { messageIds }: { messageIds: number[] }): Promise<void> {
  const portfolios = await addReached(ctx, messageIds, windows)
  if (ctx.actor.kind !== 'campaign') return
  for (const portfolio of portfolios) {
    const { reached, tier } = await countReached(ctx, portfolio)
    const limit = limitOfTier(tier)
    if (limit !== null && reached > limit) throw new BudgetTaken()
  }
}
