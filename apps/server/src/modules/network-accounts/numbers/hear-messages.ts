import type { Inbound } from '@guiche/channel'
import { type CloudWords, eventsOf } from '@guiche/meta'
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

const wordsOf = async (ctx: Ctx): Promise<CloudWords> => ({ tooLarge: (await companyTexts(ctx)).fileTooLarge })

/** Stores what customers have written to a number, what was written on its phone, and how far our messages came. */
export const messageHearer =
  ({ log }: Pick<Deps, 'log'>): Hearer =>
  async (ctx, { connectionId, userScope: scope, isLeft }, { value, at }) => {
    const words = recent.find(ctx) ?? (await recent.read(ctx, () => wordsOf(ctx)))
    const { events, refusals, ignored } = eventsOf(value, { scope, words })
    metrics.ignored.inc({ reason: 'unknown' }, ignored)
    for (const event of events) {
      if (event.kind === 'taken') await keepPart(ctx, connectionId, event)
      else await storeInbound(ctx, connectionId, withConnection(ctx, connectionId, event))
    }
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

/** Files are fetched with the token of their connection. */
function withConnection({ companyId }: Ctx, connectionId: number, event: Inbound): Inbound {
  if (event.kind !== 'message' || !event.media || !('source' in event.media)) return event
  const source = { ...event.media.source, companyId, connectionId }
  return { ...event, media: { ...event.media, source } }
}
