import { type TicketEvent, type TicketStatus, type TicketView, eventNames, isServiceOver } from '@guiche/contract'
import type { Ctx, UserActor } from '#platform/context'
import type { NumberedFact } from '#platform/facts'
import { type Live, type PayloadVariants, actorOf } from '#platform/live/live'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { masked, rooms, withMasked } from '#platform/live/rooms'
import { readCallToken } from '#modules/connections'
import { readSettings } from '#modules/settings'
import { type TicketState, listOf, maySeeTicket, roomsOfList, roomsOfTicket } from '#modules/visibility'
import { mayCall, mayBeCalled } from './access-ticket.ts'
import { presentTicket, withCallToken } from './tickets.presenter.ts'
import { type TicketRow, findTickets } from './tickets.repository.ts'

interface Viewer {
  hidesNumbers: boolean
  /** The origin under which browsers reach this installation. */
  origin: string
  /** Of connections. */
  callTokens: ReadonlyMap<number, string>
  /** The fact at which the tickets were read. */
  asOf: number
}

type Kinds = 'ticket.changed' | 'ticket.read' | 'ticket.removed'

/** Sends changes of tickets to the browsers that may see them. */
export function ticketsLive({ units, publisher, live, keys, publicUrl: { origin } }: Deps): void {
  publisher.present<Kinds>(['ticket.changed', 'ticket.read', 'ticket.removed'], async (companyId, facts) => {
    const { state, asOf } = await units.readAsOf({ kind: 'system', companyId }, async (ctx) => {
      const found = await findTickets(
        ctx,
        facts.map((fact) => fact.ids.ticketId),
      )
      return {
        tickets: new Map(found.map((ticket) => [ticket.id, ticket])),
        hidesNumbers: (await readSettings(ctx)).lgpdHideNumber === 'enabled',
        callTokens: await readCallTokens(ctx, keys.secretsAtRest, found),
      }
    })
    const { tickets, hidesNumbers, callTokens } = state
    return withoutRepeats(facts).flatMap((fact) => {
      const ticket = tickets.get(fact.ids.ticketId)
      const [first, ...others] = emissionsOf(companyId, fact, ticket, { hidesNumbers, origin, callTokens, asOf })
      return first ? [{ ...first, before: () => dismiss(live, ticket, fact) }, ...others] : []
    })
  })

  publisher.listen('ticket.removed', (companyId, { ids }) =>
    live.io.in(rooms.ticket(companyId, ids.ticketId)).socketsLeave(rooms.ticket(companyId, ids.ticketId)),
  )
}

/** Events show the current state of a ticket, so of changes that have moved it nowhere the last one is enough. */
function withoutRepeats(facts: NumberedFact<Kinds>[]): NumberedFact<Kinds>[] {
  const isChange = ({ kind }: NumberedFact<Kinds>) => kind === 'ticket.changed'
  const last = new Map(facts.filter(isChange).map((fact) => [fact.ids.ticketId, fact]))
  return facts.filter(
    (fact) => !isChange(fact) || ('from' in fact.ids && fact.ids.from) || last.get(fact.ids.ticketId) === fact,
  )
}

/** The tokens of the connections whose tickets somebody may call. */
async function readCallTokens(ctx: Ctx, key: Buffer, tickets: TicketRow[]): Promise<Map<number, string>> {
  const ids = new Set(tickets.filter(mayBeCalled).map((ticket) => ticket.connection_id))
  const tokens = new Map<number, string>()
  for (const id of ids) {
    const token = await readCallToken(ctx, key, id)
    if (token !== undefined) tokens.set(id, token)
  }
  return tokens
}

/** Removes sockets from the room of a ticket that their user may no longer see, before later events go to that room (S38). */
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
  return [...left, ...update(companyId, ticket, heard, seq, viewer)]
}

/**
 * Removes the ticket from the list that it was in. Existing clients close an open conversation on any `delete` that they get
 * (docs/requirements/service.md, section 7). Therefore this goes to the rooms of the list, and to the room of the ticket
 * only when its service is over.
 */
function leftOf(companyId: number, ticketId: number, from: TicketState, to: TicketState, seq: number): Emission[] {
  const list = listOf(from.status)
  if (list === 'search' || list === 'notification') return []
  const isOver = isServiceOver(to.status) && !isServiceOver(from.status)
  const heard = [...roomsOfList(companyId, list, from), ...(isOver ? [rooms.ticket(companyId, ticketId)] : [])]
  return [
    {
      companyId,
      event: 'ticket',
      rooms: heard,
      masked: 'same',
      payload: { action: 'delete', ticketId, status: list, seq },
    },
  ]
}

function update(
  companyId: number,
  ticket: TicketRow,
  heard: string[],
  seq: number,
  { hidesNumbers, origin, callTokens, asOf }: Viewer,
): Emission[] {
  const said = (view: TicketView): TicketEvent => ({
    action: 'update',
    ticketId: ticket.id,
    ticket: view,
    seq,
    asOf,
  })
  const masked = hidesNumbers ? { payload: said(presentTicket(ticket, { masked: true, origin })) } : 'nothing'
  const to = (names: string[], shown: PayloadVariants<'ticket'>): Emission => ({
    companyId,
    event: 'ticket',
    rooms: names,
    ...shown,
    masked,
  })
  const view = presentTicket(ticket, { masked: false, origin })
  const shown = { payload: said(view) }
  const token = mayBeCalled(ticket) ? callTokens.get(ticket.connection_id) : undefined
  if (token === undefined) return [to(heard, shown)]
  // Existing clients replace the ticket that they have open by that of the event, so its attendant is told the token again.
  const opened = rooms.ticket(companyId, ticket.id)
  const toCaller = { payload: said(withCallToken(view, token)) }
  const unless = (actor: UserActor) => mayCall(actor, ticket)
  return [
    to(
      heard.filter((room) => room !== opened),
      shown,
    ),
    to([opened], { ...toCaller, instead: { ...shown, unless } }),
  ]
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
