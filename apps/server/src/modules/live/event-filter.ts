import type { UserActor } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import type { NumberedFact } from '#platform/facts'
import { rooms } from '#platform/live/rooms'
import { followedLists, roomsOfTicket, roomsToFollow, ticketIsSeen } from '#modules/visibility'
import { managerRoomsOf } from './followed-rooms.ts'

export interface EventFilter {
  /** Whether the person may be in the room now, whichever rooms their browser had joined. */
  mayReceive: (room: string) => boolean
  /** False: none of the events of this fact can be for them, so it need not be presented. */
  mayConcern: (fact: NumberedFact) => boolean
}

/** Which events of these facts a person may get. */
export async function createEventFilter(units: Units, actor: UserActor, facts: NumberedFact[]): Promise<EventFilter> {
  const { companyId } = actor
  const seen = await seenTickets(units, actor, facts)
  const heard = new Set([
    rooms.company(companyId),
    ...actor.features.map((feature) => rooms.feature(companyId, feature)),
    ...followedLists.flatMap((list) => roomsToFollow(actor, list)),
    ...[...seen].map((ticketId) => rooms.ticket(companyId, ticketId)),
    rooms.user(companyId, actor.userId),
    ...(actor.profile === 'user' ? [] : managerRoomsOf(actor)),
    ...(actor.profile === 'admin' ? [rooms.admins(companyId)] : []),
    ...(actor.isSuper ? [rooms.operators(companyId)] : []),
  ])
  return { mayReceive: (room) => heard.has(room), mayConcern }

  /** Of a ticket that they do not see now, they only learn that it left one of their lists. */
  function mayConcern({ ids }: NumberedFact): boolean {
    const ticketId = ticketOf(ids)
    if (ticketId === undefined || seen.has(ticketId)) return true
    const from = 'from' in ids ? ids.from : undefined
    return from !== undefined && roomsOfTicket(companyId, ticketId, from).some((room) => heard.has(room))
  }
}

async function seenTickets(units: Units, actor: UserActor, facts: NumberedFact[]): Promise<Set<number>> {
  const ids = [...new Set(facts.flatMap((fact) => ticketOf(fact.ids) ?? []))]
  if (ids.length === 0) return new Set()
  const { rows } = await units.read(actor, (ctx) =>
    sql<{ id: number }>`
      select t.id from tickets t
      where t.company_id = ${actor.companyId} and t.id = any (${ids}::bigint[]) and ${ticketIsSeen(actor)}`.execute(
      ctx.db,
    ),
  )
  return new Set(rows.map(({ id }) => id))
}

const ticketOf = (ids: NumberedFact['ids']): number | undefined =>
  'ticketId' in ids && typeof ids.ticketId === 'number' ? ids.ticketId : undefined
