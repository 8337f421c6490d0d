import type { CampaignReason, CampaignReport, CampaignSeries } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { isoTime } from '#platform/iso-time'
import type { MediaLinks } from '#modules/media'
import { countAnswersOut } from '#modules/opt-outs'
import { type CampaignRow, presentCampaign, presentCounts } from '#modules/campaigns'
import { readInterruptions } from './interruptions.ts'
import { type PartRow, countMoments, readParts } from './report.repository.ts'
import { stepFor } from './series.ts'
import { readSpending } from './spending.ts'

/** In seconds: the pace of this time tells when the campaign ends. */
const recent = 30 * 60

export async function readReport(ctx: Ctx, campaign: CampaignRow, links: MediaLinks): Promise<CampaignReport> {
  const parts = await readParts(ctx, campaign.id, recent)
  const now = new Date()
  const isRunning = campaign.status === 'EM_ANDAMENTO'
  const { started_at: startedAt } = campaign
  const lastSentAt = latest(parts, ({ last_sent_at }) => last_sent_at)
  const lastAnswerAt = latest(parts, ({ last_answer_at }) => last_answer_at)
  const sentUntil = isRunning ? now : lastSentAt
  const end = isRunning ? now : (campaign.completed_at ?? campaign.updated_at)
  return {
    campaign: presentCampaign(campaign, links),
    counts: presentCounts(campaign, parts),
    startedAt: isoTime(startedAt),
    expectedAt: isRunning && startedAt ? isoTime(expectedEnd(parts, startedAt, now)) : null,
    pace: await seriesOf(ctx, 'sent', { campaign, until: sentUntil }),
    answers: await seriesOf(ctx, 'answered', { campaign, until: lastAnswerAt && isRunning ? now : lastAnswerAt }),
    interruptions: startedAt ? await readInterruptions(ctx, campaign, { from: startedAt, to: end }) : [],
    reasons: reasonsOf(parts),
    optOuts: await countAnswersOut(ctx, campaign.id),
    variants: outcomesOf(parts, ({ variant }) => variant).map(([variant, outcome]) => ({ variant, ...outcome })),
    connections: outcomesOf(parts, ({ connection_id }) => connection_id).map(([id, outcome]) => ({
      id,
      name: campaign.connections.find((one) => one.id === id)?.name ?? '',
      ...outcome,
    })),
    spending: await readSpending(ctx, campaign),
  }
}

const none: CampaignSeries = { step: 60, points: [] }

async function seriesOf(
  ctx: Ctx,
  of: 'sent' | 'answered',
  { campaign: { id, started_at: since }, until }: { campaign: CampaignRow; until: Date | null },
): Promise<CampaignSeries> {
  if (since === null || until === null) return none
  const step = stepFor((until.getTime() - since.getTime()) / 1000)
  const rows = await countMoments(ctx, of, { campaignId: id, since, until, step })
  return { step, points: rows.map(({ at, count }) => ({ at: at.toISOString(), count })) }
}

/** Null: nothing was sent for a while, so nobody knows. */
function expectedEnd(parts: readonly PartRow[], startedAt: Date, now: Date): Date | null {
  const left = sum(parts, ({ state, count }) => (state === 'waiting' || state === 'reserved' ? count : 0))
  const sent = sum(parts, ({ sent_recently }) => sent_recently)
  if (sent === 0 || left === 0) return null
  const time = Math.min(recent * 1000, now.getTime() - startedAt.getTime())
  return new Date(now.getTime() + (left * time) / sent)
}

function reasonsOf(parts: readonly PartRow[]): CampaignReason[] {
  const counts = new Map<string, CampaignReason>()
  for (const { state, reason, count } of parts) {
    if (state !== 'failed' && state !== 'uncertain' && state !== 'skipped') continue
    const key = `${state} ${reason}`
    counts.set(key, { state, reason, count: count + (counts.get(key)?.count ?? 0) })
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count)
}

type Outcome = Omit<CampaignReport['variants'][number], 'variant'>

const stepsOf: Record<string, readonly (keyof Outcome)[]> = {
  sent: ['sent'],
  delivered: ['sent', 'delivered'],
  read: ['sent', 'delivered', 'read'],
  answered: ['sent', 'delivered', 'read', 'answered'],
  failed: ['failed'],
}

function outcomesOf(parts: readonly PartRow[], keyOf: (part: PartRow) => number | null): [number, Outcome][] {
  const outcomes = new Map<number, Outcome>()
  for (const part of parts) {
    const key = keyOf(part)
    if (key === null) continue
    const outcome = outcomes.get(key) ?? { people: 0, sent: 0, delivered: 0, read: 0, answered: 0, failed: 0 }
    for (const step of ['people', ...(stepsOf[part.state] ?? [])] as const) outcome[step] += part.count
    outcomes.set(key, outcome)
  }
  return [...outcomes].toSorted(([one], [other]) => one - other)
}

const sum = (parts: readonly PartRow[], of: (part: PartRow) => number) =>
  parts.reduce((total, part) => total + of(part), 0)

function latest(parts: readonly PartRow[], of: (part: PartRow) => Date | null): Date | null {
  const times = parts.flatMap((part) => of(part)?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
