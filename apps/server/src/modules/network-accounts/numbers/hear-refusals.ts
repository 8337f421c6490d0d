import type { Identity } from '@guiche/channel'
import { type FailReason, type ToldRefusal, subjectOf } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import { limitConnection } from '#modules/connections'
import { hearPreference } from '#modules/opt-outs'
import { endAccountAt } from './accounts.repository.ts'
import { tellEnd, tellRefusal } from './number-health.ts'

/** The reason is none of the message alone. */
export const concernsOthers = (reason: FailReason): boolean =>
  reason === 'ERR_MARKETING_STOPPED' || subjectOf(reason) !== undefined

/** What a message was refused for, in the answer or later. */
export async function hearRefusal(
  ctx: Ctx,
  connectionId: number,
  { reason, person }: { reason: FailReason; person: readonly Identity[] },
): Promise<void> {
  await tellRefusal(ctx, connectionId, reason)
  if (reason === 'ERR_MARKETING_STOPPED' && person.length > 0) await hearPreference(ctx, person, { isOut: true })
}

/** In ms. What is told again after that says nothing of now. */
const longestNews = 15 * 60_000

export const isNews = (at: Date | undefined): boolean => at === undefined || Date.now() - at.getTime() < longestNews

/**
 * A refusal that comes after the answer concerns more than its message, like one that is the answer: everything of the number waits,
 * nothing of it goes until a person has acted, or its reader wants no marketing.
 */
export async function hearRefusals(ctx: Ctx, connectionId: number, refusals: readonly ToldRefusal[]): Promise<void> {
  for (const { remedy, at, person } of withoutRepeated(refusals)) {
    const isNew = isNews(at)
    if (remedy.do === 'fail') {
      await hearRefusal(ctx, connectionId, { reason: remedy.reason, person: isNew ? person : [] })
    } else if (remedy.do === 'stop') {
      const { because } = remedy
      if (isNew && (await endAccountAt(ctx, { connectionId, because, at }))) await tellEnd(ctx, connectionId, because)
    } else if (remedy.do === 'hold' && isNew) {
      const { forSeconds } = remedy
      const until = forSeconds === undefined ? {} : { until: new Date(Date.now() + forSeconds * 1000).toISOString() }
      await limitConnection(ctx, connectionId, { scope: 'everything', ...until })
    }
  }
}

/** It tells what the reader wants, and nothing of the number. */
export const isOfPerson = ({ remedy }: Pick<ToldRefusal, 'remedy'>): boolean =>
  remedy.do === 'fail' && remedy.reason === 'ERR_MARKETING_STOPPED'

/** A webhook may tell the same of a thousand messages. The newest one stands for them; only people differ who want no marketing. */
function withoutRepeated(refusals: readonly ToldRefusal[]): ToldRefusal[] {
  const oldestFirst = refusals.toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
  const keyOf = (refusal: ToldRefusal) => JSON.stringify([refusal.remedy, isOfPerson(refusal) ? refusal.person : []])
  return [...new Map(oldestFirst.map((refusal) => [keyOf(refusal), refusal])).values()]
}
