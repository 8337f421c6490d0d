import { eventNames, limits } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import type { NumberedFact } from '#platform/facts'
import type { Parts } from '#platform/parts'
import { masked, rooms } from '#platform/rooms'
import { canRead, findTickets, followedLists, roomsToFollow } from '#modules/tickets'

/** The number of the newest fact of a company. */
export async function lastEventNumber(units: Units, companyId: number): Promise<number> {
  return units.read({ kind: 'system', companyId }, async (ctx) => {
    const { rows } = await sql<{ last: number }>`select last from event_heads where company_id = ${companyId}`.execute(
      ctx.db,
    )
    return rows[0]?.last ?? 0
  })
}

/**
 * What a browser missed, as the events it would have got, from what the tables say now (R15). Too much or too long ago:
 * `resync`, and it fetches everything anew.
 */
export function catchUpRoutes({ routes, units, publisher }: Parts): void {
  routes.handle('catchUp', async ({ query, actor }) => {
    const missed = await missedFacts(units, actor.companyId, query.after)
    if (missed.isTooMuch) return { events: [], seq: missed.last, resync: true }
    const emissions = await publisher.eventsOf(actor.companyId, missed.facts)
    const mayHear = await hearing(units, actor, missed.facts)
    return {
      events: emissions
        .filter((emission) => emission.rooms.some(mayHear))
        .map(({ event, payload }) => ({ name: eventNames[event](actor.companyId), payload })),
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

/** The rooms that a person may be in, whichever of them their browser had joined. */
async function hearing(units: Units, actor: UserActor, facts: NumberedFact[]): Promise<(room: string) => boolean> {
  const { companyId } = actor
  const ticketIds = [
    ...new Set(
      facts.flatMap(({ ids }) => ('ticketId' in ids && typeof ids.ticketId === 'number' ? [ids.ticketId] : [])),
    ),
  ]
  const tickets = await units.read(actor, (ctx) => findTickets(ctx, ticketIds))
  const heard = [
    rooms.company(companyId),
    ...followedLists.flatMap((list) => roomsToFollow(actor, list)),
    ...tickets.filter((ticket) => canRead(actor, ticket)).map((ticket) => rooms.ticket(companyId, ticket.id)),
  ]
  const own = [
    rooms.user(companyId, actor.userId),
    ...(actor.profile === 'user' ? [] : [rooms.managers(companyId)]),
    ...(actor.profile === 'admin' ? [rooms.admins(companyId)] : []),
  ]
  const allowed = new Set([...(actor.numbersMasked ? heard.map(masked) : heard), ...own])
  return (room) => allowed.has(room)
}
