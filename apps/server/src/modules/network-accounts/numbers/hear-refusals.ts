import type { Identity } from '@guiche/channel'
import type { FailReason, ToldRefusal } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import type { Log } from '#platform/process/log'
import { limitConnection } from '#modules/connections'
import { templatesOfParts } from '#modules/inbound'
import { noteRefused } from '#modules/message-templates'
import { hearPreference } from '#modules/opt-outs'
import { endAccountAt } from './accounts.repository.ts'
import { tellEnd, tellRefusal } from './number-health.ts'

interface Refused {
  reason: FailReason
  person: readonly Identity[]
  /** Of the messages that were made from one. */
  templateIds: readonly number[]
}

/** Nobody gets such a template now. */
const isOfTemplate = (reason: FailReason): boolean =>
  reason === 'ERR_TEMPLATE_MISSING' || reason === 'ERR_TEMPLATE_PAUSED'

/** What a message was refused for, in the answer or later, may concern more than itself. */
export async function hearRefusal(
  ctx: Ctx,
  connectionId: number,
  { reason, person, templateIds }: Refused,
): Promise<void> {
  await tellRefusal(ctx, connectionId, reason)
  if (reason === 'ERR_MARKETING_STOPPED' && person.length > 0) await hearPreference(ctx, person, { isOut: true })
  if (isOfTemplate(reason)) await noteRefused(ctx, connectionId, templateIds)
}

/** In ms. What is told again after that says nothing of now. */
const longestNews = 15 * 60_000

export const isNews = (at: Date | undefined): boolean => at === undefined || Date.now() - at.getTime() < longestNews

/**
 * A refusal that comes after the answer concerns more than its message, like one that is the answer: everything of the number waits,
 * nothing of it goes until a person has acted, or its reader wants no marketing.
 */
export async function hearRefusals(
  ctx: Ctx,
  { log }: { log: Log },
  connectionId: number,
  refusals: readonly ToldRefusal[],
): Promise<void> {
  for (const { code, details, remedy, at, person, networkIds } of withoutRepeated(refusals)) {
    const isNew = isNews(at)
    log.info(
      { event: 'network-account.told-refusal', companyId: ctx.companyId, connectionId, refusal: code, details, at },
      'Meta has told of a refusal after its answer',
    )
    if (remedy.do === 'fail') {
      const { reason } = remedy
      const templateIds = isOfTemplate(reason) ? await templatesOfParts(ctx, connectionId, networkIds) : []
      if (isNew || !isOfTemplate(reason))
        await hearRefusal(ctx, connectionId, { reason, person: isNew ? person : [], templateIds })
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

interface Repeated extends ToldRefusal {
  networkIds: string[]
}

/** A webhook may tell the same of a thousand messages. The newest one stands for them; only people differ who want no marketing. */
function withoutRepeated(refusals: readonly ToldRefusal[]): Repeated[] {
  const oldestFirst = refusals.toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
  const keyOf = (refusal: ToldRefusal) => JSON.stringify([refusal.code, isOfPerson(refusal) ? refusal.person : []])
  return [...Map.groupBy(oldestFirst, keyOf).values()].flatMap((same) => {
    const networkIds = same.flatMap(({ networkId }) => networkId ?? [])
    return same.slice(-1).map((newest) => ({ ...newest, networkIds }))
  })
}
