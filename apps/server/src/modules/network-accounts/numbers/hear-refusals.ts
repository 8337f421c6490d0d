import type { Identity } from '@guiche/channel'
import { type FailReason, type ToldRefusal, subjectOf } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import type { Log } from '#platform/process/log'
import { limitConnection } from '#modules/connections'
import { rememberCheck } from '#modules/contact-lists'
import { messagesOfParts } from '#modules/inbound'
import { noteRefused } from '#modules/message-templates'
import { hearPreference } from '#modules/opt-outs'
import { endAccountAt } from './accounts.repository.ts'
import { tellEnd, tellRefusal } from './number-health.ts'
import { countUnreached, templatesOf } from './refused-messages.repository.ts'

interface Refused {
  reason: FailReason
  person: readonly Identity[]
  /** None of what is no message. */
  messageIds: readonly number[]
}

/** Nobody gets such a template now. */
const isOfTemplate = (reason: FailReason): boolean =>
  reason === 'ERR_TEMPLATE_MISSING' || reason === 'ERR_TEMPLATE_PAUSED'

/** Told late it says nothing of now. */
const isOfNow = (reason: FailReason): boolean => isOfTemplate(reason) || reason === 'ERR_PAYMENT_MISSING'

/** Of people, who are told apart. */
const ofPersons: readonly FailReason[] = ['ERR_MARKETING_STOPPED', 'ERR_NOT_ON_WHATSAPP']

/** The reason is none of the message alone. */
export const concernsOthers = (reason: FailReason): boolean =>
  ofPersons.includes(reason) || isOfTemplate(reason) || subjectOf(reason) !== undefined

/** What a message was refused for, in the answer or later, may concern more than itself. */
export async function hearRefusal(
  ctx: Ctx,
  connectionId: number,
  { reason, person, messageIds }: Refused,
): Promise<void> {
  await tellRefusal(ctx, connectionId, reason)
  if (reason === 'ERR_PAYMENT_MISSING') await limitConnection(ctx, connectionId, { scope: 'templates' })
  if (reason === 'ERR_MARKETING_STOPPED' && person.length > 0) await hearPreference(ctx, person, { isOut: true })
  if (reason === 'ERR_NOT_ON_WHATSAPP') await noteUnreached(ctx, person, messageIds)
  if (isOfTemplate(reason)) await noteRefused(ctx, connectionId, await templatesOf(ctx, messageIds))
}

/** So many messages in a row. Meta does not say why it reaches somebody not, which may pass. */
const unreached = 3

/** Campaigns leave out a number that was not reached again and again, until its owner writes. */
async function noteUnreached(ctx: Ctx, person: readonly Identity[], messageIds: readonly number[]): Promise<void> {
  const phone = person.find(({ kind }) => kind === 'phone')
  if (phone && 1 + (await countUnreached(ctx, messageIds)) >= unreached) await rememberCheck(ctx, phone.value, null)
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
      const messageIds = await messagesOfParts(ctx, connectionId, networkIds)
      if (isNew || !isOfNow(reason))
        await hearRefusal(ctx, connectionId, { reason, person: isNew ? person : [], messageIds })
    } else if (remedy.do === 'stop') {
      const { because } = remedy
      if (isNew && (await endAccountAt(ctx, { connectionId, because, at }))) await tellEnd(ctx, connectionId, because)
    } else if (remedy.do === 'hold' && isNew) {
      const { forSeconds } = remedy
      const until = forSeconds === undefined ? {} : { until: new Date(Date.now() + forSeconds * 1000).toISOString() }
      await limitConnection(ctx, connectionId, { scope: 'everything', ...until })
    } else if (remedy.do === 'holdCampaigns' && isNew) {
      await limitConnection(ctx, connectionId, { scope: 'campaigns' })
    }
  }
}

/** It tells of a reader, and nothing of the number. */
export const isOfPerson = ({ remedy }: Pick<ToldRefusal, 'remedy'>): boolean =>
  remedy.do === 'fail' && ofPersons.includes(remedy.reason)

interface Repeated extends ToldRefusal {
  networkIds: string[]
}

/** A webhook may tell the same of a thousand messages. The newest one stands for them, unless it is about people. */
function withoutRepeated(refusals: readonly ToldRefusal[]): Repeated[] {
  const oldestFirst = refusals.toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
  const keyOf = (refusal: ToldRefusal) => JSON.stringify([refusal.code, isOfPerson(refusal) ? refusal.person : []])
  return [...Map.groupBy(oldestFirst, keyOf).values()].flatMap((same) => {
    const networkIds = same.flatMap(({ networkId }) => networkId ?? [])
    return same.slice(-1).map((newest) => ({ ...newest, networkIds }))
  })
}
