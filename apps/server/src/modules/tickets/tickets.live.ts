import { type TicketEvent, type TicketStatus, eventNames } from '@guiche/contract'
import type { NumberedFact } from '#platform/facts'
import { type Live, type PayloadVariants, actorOf } from '#platform/live/live'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { masked, rooms, withMasked } from '#platform/live/rooms'
import { readSettings } from '#modules/settings'
import { type TicketState, followedLists, maySeeTicket, roomsOfList, roomsOfTicket } from '#modules/visibility'
import { presentTicket } from './tickets.presenter.ts'
import { type TicketRow, findTickets } from './tickets.repository.ts'

/** What is told, to whom and from where. */
interface Viewer {
  hidesNumbers: boolean
  /** Of this installation, as browsers reach it. */
  origin: string
}

type Kinds = 'ticket.changed' | 'ticket.read' | 'ticket.removed'

/** Tells the browsers that may see a ticket, and no others, what became of it. */
export function ticketsLive({ units, publisher, live, publicUrl: { origin } }: Deps): void {
  publisher.present<Kinds>(['ticket.changed', 'ticket.read', 'ticket.removed'], async (companyId, facts) => {
    const { tickets, hidesNumbers } = await units.read({ kind: 'system', companyId }, async (ctx) => ({
      tickets: new Map(
        (
          await findTickets(
            ctx,
            facts.map((fact) => fact.ids.ticketId),
          )
        ).map((ticket) => [ticket.id, ticket]),
      ),
      hidesNumbers: (await readSettings(ctx)).lgpdHideNumber === 'enabled',
    }))
    for (const fact of facts) await dismiss(live, tickets.get(fact.ids.ticketId), fact)
    return facts.flatMap((fact) =>
      emissionsOf(companyId, fact, tickets.get(fact.ids.ticketId), { hidesNumbers, origin }),
    )
  })

  publisher.listen('ticket.removed', (companyId, { ids }) =>
    live.io.in(rooms.ticket(companyId, ids.ticketId)).socketsLeave(rooms.ticket(companyId, ids.ticketId)),
  )
}

/** Whoever has a ticket open and may no longer see it where it stands now is told so, and leaves its room before anything else is said there (S38). */
async function dismiss(live: Live, ticket: TicketRow | undefined, fact: NumberedFact<Kinds>): Promise<void> {
  if (!ticket || !('from' in fact.ids) || !fact.ids.from || fact.kind === 'ticket.removed') return
  const room = rooms.ticket(ticket.company_id, ticket.id)
  for (const socket of await live.io.in(withMasked(room)).fetchSockets()) {
    const actor = actorOf(socket.data)
    if (!actor || maySeeTicket(actor, ticket)) continue
    socket.emit(eventNames.ticket(ticket.company_id), {
      action: 'delete',
      ticketId: ticket.id,
      status: null,
      seq: fact.number,
    } satisfies TicketEvent)
    socket.leave(room)
    socket.leave(masked(room))
  }
}

function emissionsOf(
  companyId: number,
  fact: NumberedFact<Kinds>,
  ticket: TicketRow | undefined,
  viewer: Viewer,
): Emission[] {
  const seq = fact.number
  const { ticketId } = fact.ids
  if (isRemoved(fact)) {
    const heard = roomsOfTicket(companyId, ticketId, fact.ids.from)
    return [
      {
        companyId,
        event: 'ticket',
        rooms: heard,
        masked: 'same',
        payload: { action: 'delete', ticketId, status: null, seq },
      },
    ]
  }
  if (!ticket) return []
  const state = stateOf(ticket)
  const heard = roomsOfTicket(companyId, ticketId, state)
  if (isRead(fact))
    return [
      {
        companyId,
        event: 'ticket',
        rooms: heard,
        masked: 'same',
        payload: { action: 'updateUnread', ticketId, seq },
      },
    ]
  const left = 'from' in fact.ids && fact.ids.from ? leftOf(companyId, ticketId, fact.ids.from, state, seq) : []
  return [...left, update(companyId, ticket, heard, seq, viewer)]
}

/**
 * It leaves the list that it stood in. Existing clients close the open conversation on any `delete` that reaches it
 * (docs/requirements/service.md, section 7), so this goes to the rooms of the list alone, unless the ticket is closed: then the conversation hears it too.
 */
function leftOf(companyId: number, ticketId: number, from: TicketState, to: TicketState, seq: number): Emission[] {
  const list = followedLists.find((name) => name === from.status)
  if (!list) return []
  const closed = to.status === 'closed' && from.status !== 'closed'
  const heard = [...roomsOfList(companyId, list, from), ...(closed ? [rooms.ticket(companyId, ticketId)] : [])]
  return [
    {
      companyId,
      event: 'ticket',
      rooms: heard,
      masked: 'same',
      payload: { action: 'delete', ticketId, status: from.status, seq },
    },
  ]
}

function update(
  companyId: number,
  ticket: TicketRow,
  heard: string[],
  seq: number,
  { hidesNumbers, origin }: Viewer,
): Emission {
  const shown = (masked: boolean): PayloadVariants<'ticket'> => ({
    payload: { action: 'update', ticketId: ticket.id, ticket: presentTicket(ticket, { masked, origin }), seq },
  })
  return { companyId, event: 'ticket', rooms: heard, ...shown(false), masked: hidesNumbers ? shown(true) : 'nothing' }
}

export const stateOf = (ticket: {
  status: TicketStatus
  queue_id: number | null
  user_id: number | null
  is_group: boolean
}): TicketState => ({
  status: ticket.status,
  queueId: ticket.queue_id,
  userId: ticket.user_id,
  isGroup: ticket.is_group,
})

const isRemoved = (fact: NumberedFact<Kinds>): fact is NumberedFact<'ticket.removed'> => fact.kind === 'ticket.removed'
const isRead = (fact: NumberedFact<Kinds>): fact is NumberedFact<'ticket.read'> => fact.kind === 'ticket.read'
