import type { Inbound } from '@guiche/channel'
import { type CloudWords, callsOf, eventsOf } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import { metrics } from '#platform/process/metrics'
import type { Deps } from '#platform/deps'
import { createRecent } from '#platform/recent'
import { companyTexts } from '#modules/companies'
import { forgetInvalid } from '#modules/contact-lists'
import { keepPart, storeInbound } from '#modules/inbound'
import type { Hearer } from './hear-changes.ts'
import { hearRefusals, isOfPerson } from './hear-refusals.ts'

const recent = createRecent<CloudWords>({ max: 10_000 })

export async function cloudWordsOf(ctx: Ctx): Promise<CloudWords> {
  const { fileTooLarge: tooLarge, order } = await companyTexts(ctx)
  return { tooLarge, order }
}

/** Stores what customers have written to a number, what was written on its phone, and how far our messages came. */
export const messageHearer =
  ({ log }: Pick<Deps, 'log'>): Hearer =>
  async (ctx, { connectionId, userScope: scope, isLeft }, { value, at }) => {
    const words = recent.find(ctx) ?? (await recent.read(ctx, () => cloudWordsOf(ctx)))
    const { events, refusals, ignored } = eventsOf(value, { scope, words })
    metrics.ignored.inc({ reason: 'unknown' }, ignored)
    await store(ctx, connectionId, events)
    const writers = events.flatMap(numberOfWriter)
    if (writers.length > 0) await forgetInvalid(ctx, writers)
    const dated = refusals.map((refusal) => ({ ...refusal, at: refusal.at ?? at }))
    // What holds or ends the official way is nothing to the phone. What is told of people counts for both.
    await hearRefusals(ctx, { log }, connectionId, isLeft ? dated.filter(isOfPerson) : dated)
  }

function numberOfWriter(event: Inbound): string[] {
  if (event.kind !== 'message' || event.isEcho) return []
  return [event.from, ...(event.aliases ?? [])].flatMap(({ kind, value }) => (kind === 'phone' ? value : []))
}

/** Stores that customers have called. */
export const hearCalls: Hearer = async (ctx, { connectionId, userScope: scope }, { value }) => {
  const { events, ignored } = callsOf(value, { scope })
  metrics.ignored.inc({ reason: 'unknown' }, ignored)
  await store(ctx, connectionId, events)
}

async function store(ctx: Ctx, connectionId: number, events: readonly Inbound[]): Promise<void> {
  for (const event of events) {
    if (event.kind === 'taken') await keepPart(ctx, connectionId, event)
    else await storeInbound(ctx, connectionId, withConnection(ctx, connectionId, event))
  }
}

/** Files are fetched with the token of their connection. */
function withConnection({ companyId }: Ctx, connectionId: number, event: Inbound): Inbound {
  if (event.kind !== 'message' || !event.media || !('source' in event.media)) return event
  const source = { ...event.media.source, companyId, connectionId }
  return { ...event, media: { ...event.media, source } }
}
