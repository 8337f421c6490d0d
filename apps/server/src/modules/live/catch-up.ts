import { limits } from '@guiche/contract'
import { sql } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import type { NumberedFact } from '#platform/facts'
import { payloadFor, wireNameOf } from '#platform/live/live'
import type { Deps } from '#platform/deps'
import { createEventFilter } from './event-filter.ts'
import { createSharedEvents } from './shared-events.ts'

/**
 * The events that a browser missed, made from the current tables. After too many events or too long a time the answer
 * is `resync`, and the browser fetches everything anew.
 */
export function catchUpRoutes({ routes, units, publisher }: Deps): void {
  const events = createSharedEvents(publisher)

  routes.handle('catchUp', async ({ query, actor }) => {
    const missed = await missedFacts(units, actor.companyId, query.after)
    if (missed.isTooMuch) return { events: [], seq: missed.last, resync: true }
    const { mayReceive, mayConcern } = await createEventFilter(units, actor, missed.facts)
    const emissions = await events.of(actor.companyId, missed.facts.filter(mayConcern))
    return {
      events: emissions
        .filter((emission) => emission.rooms.some(mayReceive))
        .map((emission) => ({
          name: wireNameOf(emission),
          payload: payloadFor(actor, emission),
        }))
        .filter(({ payload }) => payload !== undefined),
      seq: missed.last,
      resync: false,
    }
  })
}

async function missedFacts(
  units: Units,
  companyId: number,
  after: number,
): Promise<{ facts: NumberedFact[]; last: number; isTooMuch: boolean }> {
  return units.read({ kind: 'system', companyId }, async (ctx) => {
    const { rows: heads } = await sql<{ last: number; kept: boolean }>`
      select h.last, ${after} >= h.last or exists (select from events e where e.company_id = h.company_id and e.number = ${after + 1}
                                                   and e.created_at > now() - make_interval(secs => ${limits.catchUpWindow / 1000})) as kept
      from event_heads h where h.company_id = ${companyId}`.execute(ctx.db)
    const { last, kept } = heads[0] ?? { last: 0, kept: true }
    if (!kept || after > last || last - after > limits.catchUpEvents) return { facts: [], last, isTooMuch: true }
    const { rows } = await sql<NumberedFact>`
      select number, kind, ids from events where company_id = ${companyId} and number > ${after} order by number`.execute(
      ctx.db,
    )
    return { facts: rows, last, isTooMuch: false }
  })
}
