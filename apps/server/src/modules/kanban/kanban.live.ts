import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { findTickets, stateOf } from '#modules/tickets'
import { roomsOfTicket } from '#modules/visibility'
import { forgetPlace, readPlaces } from './places.repository.ts'

/** Tells the browsers that may see a ticket where its card was put. */
export function kanbanLive({ units, publisher, followers }: Deps): void {
  publisher.present<'card.placed'>(['card.placed'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.ticketId)
    const [tickets, places] = await units.read({ kind: 'system', companyId }, (ctx) =>
      Promise.all([findTickets(ctx, ids), readPlaces(ctx, ids)]),
    )
    const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
    return facts.flatMap(({ ids: { ticketId }, number: seq }) => {
      const [ticket, place] = [byId.get(ticketId), places.get(ticketId)]
      if (!ticket || place === undefined) return []
      const heard = roomsOfTicket(companyId, ticketId, stateOf(ticket))
      return [
        {
          companyId,
          event: 'kanban',
          rooms: heard,
          masked: 'same',
          payload: { action: 'place', ticketId, place, seq },
        },
      ]
    })
  })

  publisher.present<'lane.spread'>(['lane.spread'], async (companyId, facts) =>
    facts.map(({ number: seq }) => ({
      companyId,
      event: 'kanban',
      rooms: [rooms.feature(companyId, 'useKanban')],
      masked: 'same',
      payload: { action: 'reload', seq },
    })),
  )

  // A ticket that comes back later is a new card.
  followers.within('ticket.closed', (ctx, { ticketId }) => forgetPlace(ctx, ticketId))
}
